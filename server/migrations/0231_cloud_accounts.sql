-- Servers and clouds whose folders can be watched.
CREATE TABLE cloud_accounts (
  id uuid PRIMARY KEY,
  environment_id uuid NOT NULL,
  name text NOT NULL,
  kind text NOT NULL,
  settings jsonb NOT NULL,
  secrets_encrypted text NOT NULL,
  -- Names of the secrets that it has.
  secret_names jsonb NOT NULL,
  -- Fingerprint that the key of an SFTP server must have. Pinned at the first connection.
  host_key text,
  state text NOT NULL DEFAULT 'ok',
  reason text,
  checked_at timestamptz(3),
  created_by text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL
);
CREATE INDEX cloud_accounts_names ON cloud_accounts (environment_id, name);

-- Without an account, a folder is one of the server itself.
ALTER TABLE watch_folders ADD COLUMN account_id uuid REFERENCES cloud_accounts (id);
CREATE INDEX watch_folders_accounts ON watch_folders (account_id) WHERE account_id IS NOT NULL;

-- What the server gives as the version of a file, if it gives any.
ALTER TABLE watch_files ADD COLUMN etag text;
-- How often its server failed while it was taken.
ALTER TABLE watch_files ADD COLUMN attempts integer NOT NULL DEFAULT 0;
