CREATE TABLE live_sessions (
  id uuid PRIMARY KEY,
  stream_id uuid NOT NULL REFERENCES live_streams (id) ON DELETE CASCADE,
  environment_id uuid NOT NULL,
  node_id uuid NOT NULL,
  lease_until timestamptz(3) NOT NULL,
  started_at timestamptz(3) NOT NULL,
  ended_at timestamptz(3),
  outputs jsonb NOT NULL DEFAULT '{}',
  next_msn integer NOT NULL DEFAULT 0
);
CREATE UNIQUE INDEX live_sessions_open ON live_sessions (stream_id) WHERE ended_at IS NULL;
CREATE INDEX live_sessions_stream ON live_sessions (stream_id, started_at DESC);
CREATE INDEX live_sessions_lease ON live_sessions (lease_until) WHERE ended_at IS NULL;
