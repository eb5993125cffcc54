-- What the queue strip of the list shows: the videos being processed and when they are expected to be ready.
ALTER TABLE contents ADD COLUMN expected_at timestamptz(3);
CREATE INDEX contents_in_work ON contents (environment_id, id) WHERE stage IS NOT NULL AND trashed_at IS NULL;
