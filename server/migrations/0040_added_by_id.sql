-- The users who added videos and imports: they see them whatever their role is limited to.
ALTER TABLE contents ADD COLUMN added_by_id uuid;
CREATE INDEX contents_own ON contents (environment_id, added_by_id);
ALTER TABLE imports ADD COLUMN created_by_id uuid;
