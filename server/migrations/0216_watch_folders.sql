CREATE TABLE watch_folders (
  id uuid PRIMARY KEY,
  organization_id uuid NOT NULL,
  environment_id uuid NOT NULL,
  name text NOT NULL,
  root text NOT NULL,
  path text NOT NULL,
  is_recursive boolean NOT NULL,
  include jsonb NOT NULL,
  exclude jsonb NOT NULL,
  existing text NOT NULL,
  quiet_seconds integer NOT NULL,
  collection_id uuid,
  encoding_profile_id uuid,
  playback_policy text NOT NULL,
  tags jsonb NOT NULL,
  after text NOT NULL,
  is_paused boolean NOT NULL DEFAULT false,
  reason text,
  -- Whether its files were listed to the end at least once.
  is_known boolean NOT NULL DEFAULT false,
  scanned_at timestamptz(3),
  -- When its files are listed next. Beyond the present while a process lists them.
  scan_at timestamptz(3) NOT NULL,
  -- Counts processes that began to list its files: an older one changes nothing.
  fence integer NOT NULL DEFAULT 0,
  created_by text NOT NULL,
  created_by_id uuid NOT NULL,
  created_at timestamptz(3) NOT NULL
);
CREATE INDEX watch_folders_newest ON watch_folders (environment_id, created_at DESC, id);
CREATE INDEX watch_folders_due ON watch_folders (scan_at);

-- Versions of files: one that changes after it was taken or skipped is another version.
CREATE TABLE watch_files (
  id uuid PRIMARY KEY,
  environment_id uuid NOT NULL,
  folder_id uuid NOT NULL REFERENCES watch_folders (id) ON DELETE CASCADE,
  path text NOT NULL,
  search_text text NOT NULL,
  size bigint NOT NULL,
  modified_at timestamptz(3) NOT NULL,
  is_current boolean NOT NULL DEFAULT true,
  state text NOT NULL,
  reason text,
  -- Taken as it is, by a person.
  is_forced boolean NOT NULL DEFAULT false,
  -- Since when it did not change.
  quiet_since timestamptz(3) NOT NULL,
  -- When its container is looked at next.
  look_at timestamptz(3),
  seen_at timestamptz(3) NOT NULL,
  changed_at timestamptz(3) NOT NULL,
  sha256 text,
  content_id uuid,
  -- Whether the file was moved or deleted after its video was made, or stays.
  is_cleared boolean NOT NULL DEFAULT false
);
CREATE UNIQUE INDEX watch_files_current ON watch_files (folder_id, path) WHERE is_current;
CREATE INDEX watch_files_latest ON watch_files (folder_id, changed_at DESC, id DESC);
CREATE INDEX watch_files_state ON watch_files (folder_id, state, changed_at DESC, id DESC);
CREATE INDEX watch_files_due ON watch_files (folder_id, look_at) WHERE state = 'settling';
CREATE INDEX watch_files_hash ON watch_files (folder_id, sha256) WHERE content_id IS NOT NULL;
