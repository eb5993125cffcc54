-- Processes of the installation with their last report, and measurements of each minute.
CREATE TABLE infra_processes (
  id uuid PRIMARY KEY,
  machine text NOT NULL,
  pid integer NOT NULL,
  port integer NOT NULL,
  roles jsonb NOT NULL,
  figures jsonb NOT NULL,
  started_at timestamptz(3) NOT NULL,
  seen_at timestamptz(3) NOT NULL
);
CREATE INDEX infra_processes_seen ON infra_processes (seen_at);

CREATE TABLE infra_samples (
  at timestamptz(3) PRIMARY KEY,
  is_hourly boolean NOT NULL,
  figures jsonb NOT NULL,
  machines jsonb NOT NULL
);
