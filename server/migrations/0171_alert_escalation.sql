-- Alerts that nobody acknowledges are escalated, and messages about several alerts of a rule are sent as one.
ALTER TABLE alert_rules ADD COLUMN escalate_s integer, ADD COLUMN escalate_ids uuid[] NOT NULL DEFAULT '{}';
ALTER TABLE alert_instances ADD COLUMN announced_at timestamptz(3), ADD COLUMN is_escalated boolean NOT NULL DEFAULT false;
ALTER TABLE alert_messages ADD COLUMN rule_id uuid, ADD COLUMN change_kind text, ADD COLUMN merged_into uuid;
CREATE INDEX alert_messages_merged ON alert_messages (merged_into) WHERE merged_into IS NOT NULL;
