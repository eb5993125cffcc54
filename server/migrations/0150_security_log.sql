-- Sign-ins, changes of credentials and rights, and refused calls, for the person, the organization and a SIEM.
CREATE TABLE security_log (
  id uuid PRIMARY KEY,
  transaction_id xid8 NOT NULL DEFAULT pg_current_xact_id(),
  created_at timestamptz(3) NOT NULL,
  action text NOT NULL,
  failed boolean NOT NULL,
  user_id uuid,
  account text,
  organization_id uuid,
  environment_id uuid,
  actor_kind text,
  actor_id uuid,
  actor_name text,
  impersonator text,
  object_type text,
  object_id uuid,
  object_name text,
  address text,
  user_agent text,
  details jsonb NOT NULL,
  repeats integer NOT NULL,
  last_at timestamptz(3) NOT NULL,
  repeat_key text
);
CREATE INDEX security_log_follow ON security_log (transaction_id, id);
CREATE INDEX security_log_person ON security_log (user_id, created_at, id);
CREATE INDEX security_log_age ON security_log (created_at);
CREATE INDEX security_log_nobody ON security_log (created_at) WHERE user_id IS NULL AND organization_id IS NULL;
CREATE UNIQUE INDEX security_log_repeats ON security_log (repeat_key);

-- How far readers such as the sender of syslog messages have come.
CREATE TABLE security_log_readers (
  name text PRIMARY KEY,
  transaction_id xid8 NOT NULL,
  record_id uuid NOT NULL
);
