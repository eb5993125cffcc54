-- Breaks of live streams, in which ad channels show ads.
CREATE TABLE live_cues (
  id uuid PRIMARY KEY,
  environment_id uuid NOT NULL,
  stream_id uuid NOT NULL REFERENCES live_streams (id) ON DELETE CASCADE,
  at timestamptz(3) NOT NULL,
  duration_s double precision,
  ended_at timestamptz(3),
  origin text NOT NULL,
  event_id text,
  added_by text,
  created_at timestamptz(3) NOT NULL
);
CREATE INDEX live_cues_stream ON live_cues (stream_id, at);
CREATE INDEX live_cues_age ON live_cues (at);
