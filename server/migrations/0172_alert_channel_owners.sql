-- Channels know who made them, are disabled when they keep failing, and can send SMS.
ALTER TABLE alert_channels ADD COLUMN created_by text NOT NULL DEFAULT '', ADD COLUMN created_by_id uuid,
  ADD COLUMN disabled_at timestamptz(3);
ALTER TABLE alert_messages ADD COLUMN answer text, ADD COLUMN accepted integer[] NOT NULL DEFAULT '{}';
