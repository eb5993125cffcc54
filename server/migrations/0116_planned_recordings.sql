-- Orders to record a live stream from one time to another.
CREATE TABLE live_planned_recordings (
  id uuid PRIMARY KEY,
  environment_id uuid NOT NULL,
  stream_id uuid NOT NULL REFERENCES live_streams (id) ON DELETE CASCADE,
  name text NOT NULL,
  search_text text NOT NULL,
  starts_at timestamptz(3) NOT NULL,
  ends_at timestamptz(3) NOT NULL,
  video_ids uuid[],
  added_by text NOT NULL,
  added_by_id uuid NOT NULL,
  created_at timestamptz(3) NOT NULL
);
CREATE INDEX live_planned_recordings_latest ON live_planned_recordings (environment_id, starts_at DESC, id);
CREATE INDEX live_planned_recordings_open ON live_planned_recordings (ends_at) WHERE video_ids IS NULL;
CREATE INDEX live_planned_recordings_stream ON live_planned_recordings (stream_id, starts_at) WHERE video_ids IS NULL;

-- Recordings of a part of a session. A session can have several, one after another.
ALTER TABLE live_recordings ADD COLUMN planned boolean NOT NULL DEFAULT false;
DROP INDEX live_recordings_session;
CREATE UNIQUE INDEX live_recordings_growing ON live_recordings (session_id) WHERE ended_at IS NULL;
CREATE INDEX live_recordings_session ON live_recordings (session_id);
