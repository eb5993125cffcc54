CREATE TABLE live_health (
  stream_id uuid NOT NULL REFERENCES live_streams (id) ON DELETE CASCADE,
  minute timestamptz(3) NOT NULL,
  environment_id uuid NOT NULL,
  points jsonb NOT NULL,
  PRIMARY KEY (stream_id, minute)
);
CREATE INDEX live_health_minute ON live_health (minute);

CREATE TABLE live_events (
  id uuid PRIMARY KEY,
  stream_id uuid NOT NULL REFERENCES live_streams (id) ON DELETE CASCADE,
  environment_id uuid NOT NULL,
  at timestamptz(3) NOT NULL,
  type text NOT NULL,
  detail text NOT NULL
);
CREATE INDEX live_events_stream ON live_events (stream_id, at DESC);
CREATE INDEX live_events_at ON live_events (at);

CREATE TABLE live_viewers (
  stream_id uuid NOT NULL REFERENCES live_streams (id) ON DELETE CASCADE,
  process_id uuid NOT NULL,
  environment_id uuid NOT NULL,
  viewers integer NOT NULL,
  seen_at timestamptz(3) NOT NULL,
  PRIMARY KEY (stream_id, process_id)
);
CREATE INDEX live_viewers_seen ON live_viewers (seen_at);
