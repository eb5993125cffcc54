-- Files that a person chose in a folder of an account. The folder is never listed, and shown nowhere else.
ALTER TABLE watch_folders ADD COLUMN is_import boolean NOT NULL DEFAULT false;
CREATE INDEX watch_folders_imports ON watch_folders (environment_id, created_at) WHERE is_import;
