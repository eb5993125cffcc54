ALTER TABLE live_streams ADD COLUMN scheduled_at timestamptz(3);
