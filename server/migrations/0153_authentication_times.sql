-- When the person of a session last proved who they are.
ALTER TABLE sessions ADD COLUMN authenticated_at timestamptz(3);
UPDATE sessions SET authenticated_at = created_at;
ALTER TABLE sessions ALTER COLUMN authenticated_at SET NOT NULL;
