-- Parts of a video that can stand alone: suggestions, highlights, and clips made by hand.
CREATE TABLE ai_clips (
  id uuid PRIMARY KEY,
  environment_id uuid NOT NULL,
  content_id uuid NOT NULL,
  start_ms integer NOT NULL,
  end_ms integer NOT NULL,
  title text,
  state text NOT NULL,
  score double precision,
  parts jsonb NOT NULL,
  reasons jsonb NOT NULL,
  is_edited boolean NOT NULL DEFAULT false,
  created_by text,
  published_content_id uuid,
  created_at timestamp(3) with time zone NOT NULL,
  updated_at timestamp(3) with time zone NOT NULL
);
CREATE INDEX ai_clips_order ON ai_clips (content_id, state, score DESC NULLS FIRST, start_ms, id);
