CREATE TABLE live_gaps (
  id uuid PRIMARY KEY,
  session_id uuid NOT NULL,
  environment_id uuid NOT NULL,
  started_at timestamptz(3) NOT NULL,
  ended_at timestamptz(3),
  reason text NOT NULL,
  recorded boolean NOT NULL
);
CREATE UNIQUE INDEX live_gaps_open ON live_gaps (session_id) WHERE ended_at IS NULL;
CREATE INDEX live_gaps_session ON live_gaps (session_id, started_at);
