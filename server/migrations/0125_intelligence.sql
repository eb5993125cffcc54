-- What is in a video: its shots and scenes, its audio, and what is said.
CREATE TABLE analysis_parts (
  environment_id uuid NOT NULL,
  content_id uuid NOT NULL,
  part text NOT NULL,
  run_id uuid NOT NULL,
  source_id uuid,
  status text NOT NULL,
  progress double precision NOT NULL,
  reason text,
  engine text,
  engine_version text,
  quality text,
  language text,
  done_ms integer NOT NULL DEFAULT 0,
  requested_at timestamp(3) with time zone NOT NULL,
  ended_at timestamp(3) with time zone,
  PRIMARY KEY (content_id, part)
);
CREATE INDEX analysis_parts_environment ON analysis_parts (environment_id, content_id);

CREATE TABLE analysis_shots (
  environment_id uuid NOT NULL,
  content_id uuid NOT NULL,
  number integer NOT NULL,
  scene_id uuid NOT NULL,
  start_ms integer NOT NULL,
  end_ms integer NOT NULL,
  rest_ms integer NOT NULL,
  PRIMARY KEY (content_id, number)
);
CREATE INDEX analysis_shots_scene ON analysis_shots (scene_id, number);

CREATE TABLE analysis_audio (
  content_id uuid PRIMARY KEY,
  environment_id uuid NOT NULL,
  speech jsonb NOT NULL,
  silence jsonb NOT NULL,
  levels jsonb NOT NULL
);

CREATE TABLE transcripts (
  content_id uuid PRIMARY KEY,
  environment_id uuid NOT NULL,
  language text NOT NULL,
  quality text NOT NULL,
  engine text NOT NULL,
  updated_at timestamp(3) with time zone NOT NULL
);

CREATE TABLE transcript_sentences (
  id uuid NOT NULL,
  environment_id uuid NOT NULL,
  content_id uuid NOT NULL,
  start_ms integer NOT NULL,
  end_ms integer NOT NULL,
  speaker text,
  text text NOT NULL,
  words jsonb NOT NULL,
  is_edited boolean NOT NULL DEFAULT false,
  PRIMARY KEY (content_id, id)
);
CREATE INDEX transcript_sentences_order ON transcript_sentences (content_id, start_ms, id);
