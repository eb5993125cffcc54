-- Reports that are emailed on a schedule, their runs with the emails of each, and who does not want them.
CREATE TABLE reports (
  id uuid PRIMARY KEY,
  organization_id uuid NOT NULL,
  environment_id uuid NOT NULL,
  name text NOT NULL,
  search_text text NOT NULL,
  recipients jsonb NOT NULL,
  frequency text NOT NULL,
  send_on date,
  weekday integer,
  month_day integer,
  send_time text NOT NULL,
  "from" date NOT NULL,
  "to" date,
  timezone text NOT NULL,
  metrics jsonb NOT NULL,
  filters jsonb NOT NULL,
  split_by text,
  formats jsonb NOT NULL,
  language text NOT NULL,
  is_paused boolean NOT NULL DEFAULT false,
  next_at timestamp(3) with time zone,
  created_by text NOT NULL,
  saved_by text NOT NULL,
  saved_by_id uuid NOT NULL,
  created_at timestamp(3) with time zone NOT NULL
);
CREATE INDEX reports_newest ON reports (environment_id, created_at DESC NULLS FIRST, id);
CREATE INDEX reports_organization ON reports (organization_id);
CREATE INDEX reports_due ON reports (next_at) WHERE next_at IS NOT NULL;

CREATE TABLE report_runs (
  id uuid PRIMARY KEY,
  environment_id uuid NOT NULL,
  report_id uuid NOT NULL REFERENCES reports (id) ON DELETE CASCADE,
  local_date date NOT NULL,
  trigger text NOT NULL,
  state text NOT NULL,
  reason text,
  is_late boolean NOT NULL DEFAULT false,
  covers_from timestamp(3) with time zone NOT NULL,
  covers_to timestamp(3) with time zone NOT NULL,
  attempt integer NOT NULL DEFAULT 1,
  asked jsonb NOT NULL,
  files jsonb NOT NULL DEFAULT '[]',
  email jsonb,
  due_at timestamp(3) with time zone NOT NULL,
  changed_at timestamp(3) with time zone NOT NULL,
  ended_at timestamp(3) with time zone
);
CREATE UNIQUE INDEX report_runs_date ON report_runs (report_id, local_date) WHERE trigger = 'schedule';
CREATE INDEX report_runs_newest ON report_runs (report_id, due_at, id);
CREATE INDEX report_runs_age ON report_runs (due_at);
CREATE INDEX report_runs_open ON report_runs (changed_at) WHERE state IN ('due', 'rendering', 'sending');

CREATE TABLE report_mails (
  id uuid PRIMARY KEY,
  organization_id uuid NOT NULL,
  environment_id uuid NOT NULL,
  run_id uuid NOT NULL REFERENCES report_runs (id) ON DELETE CASCADE,
  recipient text NOT NULL,
  state text NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  error text,
  created_at timestamp(3) with time zone NOT NULL
);
CREATE UNIQUE INDEX report_mails_recipient ON report_mails (run_id, recipient);
CREATE INDEX report_mails_limit ON report_mails (organization_id, created_at);

CREATE TABLE report_unsubscribes (
  environment_id uuid NOT NULL,
  report_id uuid NOT NULL REFERENCES reports (id) ON DELETE CASCADE,
  address_hash text NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  PRIMARY KEY (report_id, address_hash)
);

-- Built-in roles that people have not changed otherwise get the rights that new organizations give them.
UPDATE roles SET permissions = jsonb_set(permissions::jsonb, '{Analytics,Report}', CASE built_in
    WHEN 'viewer' THEN '{"read": true}'::jsonb
    ELSE '{"create": true, "read": true, "update": true, "delete": true}'::jsonb
  END)::text
WHERE built_in IN ('developer', 'media-team', 'viewer')
  AND CASE WHEN permissions IS JSON OBJECT
    THEN permissions::jsonb ? 'Analytics' AND NOT permissions::jsonb -> 'Analytics' ? 'Report' ELSE false END;
