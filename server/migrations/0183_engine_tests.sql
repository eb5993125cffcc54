CREATE TABLE engine_tests (
  environment_id uuid NOT NULL REFERENCES environments (id) ON DELETE CASCADE,
  engine text NOT NULL,
  test_id uuid NOT NULL,
  status text NOT NULL,
  reason text,
  detail text,
  version text,
  took_ms integer,
  requested_by text NOT NULL,
  requested_at timestamptz(3) NOT NULL,
  ended_at timestamptz(3),
  PRIMARY KEY (environment_id, engine)
);
