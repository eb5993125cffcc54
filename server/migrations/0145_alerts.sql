-- Alert rules, their states and incidents, and the messages about them.
CREATE TABLE alert_rules (
  id uuid PRIMARY KEY,
  organization_id uuid NOT NULL,
  environment_id uuid NOT NULL,
  name text NOT NULL,
  search_text text NOT NULL,
  enabled boolean NOT NULL,
  version integer NOT NULL,
  metric text NOT NULL,
  filters jsonb NOT NULL,
  group_by text NOT NULL,
  window_s integer NOT NULL,
  condition text NOT NULL,
  threshold double precision NOT NULL,
  recovery double precision,
  period_s integer NOT NULL,
  for_s integer NOT NULL,
  quiet_s integer NOT NULL,
  severity text NOT NULL,
  channel_ids uuid[] NOT NULL,
  remind_s integer,
  mutes jsonb NOT NULL,
  created_at timestamptz(3) NOT NULL,
  changed_at timestamptz(3) NOT NULL,
  changed_by text NOT NULL
);
CREATE INDEX alert_rules_environment ON alert_rules (environment_id, name, id);
CREATE INDEX alert_rules_organization ON alert_rules (organization_id);
CREATE INDEX alert_rules_metric ON alert_rules (metric) WHERE enabled;

CREATE TABLE alert_cursor (
  source text PRIMARY KEY,
  step bigint NOT NULL,
  holder uuid NOT NULL,
  until timestamptz(3) NOT NULL,
  fence bigint NOT NULL
);

CREATE TABLE alert_instances (
  environment_id uuid NOT NULL,
  rule_id uuid NOT NULL REFERENCES alert_rules (id) ON DELETE CASCADE,
  key text NOT NULL,
  phase text NOT NULL,
  since timestamptz(3) NOT NULL,
  number integer NOT NULL,
  ended_at timestamptz(3),
  value double precision,
  incident_id uuid,
  is_notified boolean NOT NULL,
  notified_at timestamptz(3),
  is_acknowledged boolean NOT NULL,
  PRIMARY KEY (rule_id, key)
);
CREATE INDEX alert_instances_open ON alert_instances (environment_id) WHERE incident_id IS NOT NULL;

CREATE TABLE alert_incidents (
  id uuid PRIMARY KEY,
  environment_id uuid NOT NULL,
  rule_id uuid NOT NULL,
  rule_name text NOT NULL,
  metric text NOT NULL,
  condition text NOT NULL,
  threshold double precision NOT NULL,
  severity text NOT NULL,
  key text NOT NULL,
  label text NOT NULL,
  number integer NOT NULL,
  value double precision,
  opened_at timestamptz(3) NOT NULL,
  is_late boolean NOT NULL,
  resolved_at timestamptz(3),
  end_reason text,
  acknowledged_at timestamptz(3),
  acknowledged_by text,
  is_muted boolean NOT NULL
);
CREATE UNIQUE INDEX alert_incidents_number ON alert_incidents (rule_id, key, number);
CREATE INDEX alert_incidents_newest ON alert_incidents (environment_id, opened_at, id);
CREATE INDEX alert_incidents_open ON alert_incidents (environment_id) WHERE resolved_at IS NULL;
CREATE INDEX alert_incidents_resolved ON alert_incidents (resolved_at) WHERE resolved_at IS NOT NULL;

CREATE TABLE alert_changes (
  id uuid PRIMARY KEY,
  environment_id uuid NOT NULL,
  incident_id uuid NOT NULL REFERENCES alert_incidents (id) ON DELETE CASCADE,
  kind text NOT NULL,
  at timestamptz(3) NOT NULL,
  value double precision,
  by text,
  note text
);
CREATE INDEX alert_changes_incident ON alert_changes (incident_id, id);
CREATE UNIQUE INDEX alert_changes_once ON alert_changes (incident_id, kind)
  WHERE kind IN ('opened', 'resolved', 'acknowledged');

CREATE TABLE alert_channels (
  id uuid PRIMARY KEY,
  environment_id uuid NOT NULL,
  name text NOT NULL,
  kind text NOT NULL,
  target_encrypted text NOT NULL,
  target text NOT NULL,
  secret_encrypted text,
  language text NOT NULL,
  failing_since timestamptz(3),
  fault text,
  paused_until timestamptz(3),
  created_at timestamptz(3) NOT NULL
);
CREATE INDEX alert_channels_environment ON alert_channels (environment_id, name);

CREATE TABLE alert_messages (
  id uuid PRIMARY KEY,
  environment_id uuid NOT NULL,
  change_id uuid NOT NULL REFERENCES alert_changes (id) ON DELETE CASCADE,
  channel_id uuid NOT NULL,
  channel_name text NOT NULL,
  channel_kind text NOT NULL,
  is_critical boolean NOT NULL,
  state text NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  next_attempt_at timestamptz(3) NOT NULL,
  claimed_until timestamptz(3),
  sent_at timestamptz(3),
  fault text
);
CREATE UNIQUE INDEX alert_messages_once ON alert_messages (change_id, channel_id);
CREATE INDEX alert_messages_due ON alert_messages (channel_id, id) WHERE state = 'due';

-- Built-in roles that people have not changed otherwise get the rights that new organizations give them.
UPDATE roles SET permissions = (permissions::jsonb || CASE built_in
    WHEN 'viewer' THEN '{"Alerts": {"Alert": {"read": true}}}'::jsonb
    ELSE '{"Alerts": {"Alert": {"create": true, "read": true, "update": true, "delete": true}}}'::jsonb
  END)::text
WHERE built_in IN ('developer', 'media-team', 'viewer')
  AND CASE WHEN permissions IS JSON OBJECT
    THEN permissions::jsonb <> '{}' AND NOT permissions::jsonb ? 'Alerts' ELSE false END;
