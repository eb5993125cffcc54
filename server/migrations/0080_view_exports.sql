-- Files with the views of a range, which jobs write.
CREATE TABLE view_exports (
  id uuid PRIMARY KEY,
  environment_id uuid NOT NULL,
  format text NOT NULL,
  asked jsonb NOT NULL,
  role_filter jsonb,
  status text NOT NULL,
  rows_total integer NOT NULL,
  rows_done integer NOT NULL DEFAULT 0,
  bytes bigint,
  problem text,
  created_by text NOT NULL,
  created_by_id uuid NOT NULL,
  created_at timestamptz(3) NOT NULL
);
CREATE INDEX view_exports_newest ON view_exports (environment_id, created_at DESC, id);
CREATE INDEX view_exports_age ON view_exports (created_at);
