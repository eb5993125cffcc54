CREATE INDEX contents_recordings ON contents (environment_id, created_at DESC, id)
  WHERE category = 'LiveRecording' AND trashed_at IS NULL;

CREATE TABLE live_recordings (
  content_id uuid PRIMARY KEY,
  session_id uuid NOT NULL,
  stream_id uuid NOT NULL,
  environment_id uuid NOT NULL,
  started_at timestamptz(3) NOT NULL,
  ended_at timestamptz(3)
);
CREATE UNIQUE INDEX live_recordings_session ON live_recordings (session_id);
CREATE INDEX live_recordings_stream ON live_recordings (stream_id, started_at DESC);
