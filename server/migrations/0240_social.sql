-- Apps of networks, with which people are asked for access to their accounts.
CREATE TABLE social_apps (
  id uuid PRIMARY KEY,
  environment_id uuid NOT NULL,
  network text NOT NULL,
  client_id text NOT NULL,
  client_secret text NOT NULL,
  is_audited boolean NOT NULL,
  -- Until when the network takes no more of its requests.
  quota_until timestamptz(3),
  changed_at timestamptz(3) NOT NULL
);
CREATE UNIQUE INDEX social_apps_network ON social_apps (environment_id, network);

CREATE TABLE social_accounts (
  id uuid PRIMARY KEY,
  organization_id uuid NOT NULL,
  environment_id uuid NOT NULL,
  network text NOT NULL,
  remote_id text NOT NULL,
  name text NOT NULL,
  url text,
  -- The app that it was connected with: tokens of another one are worth nothing.
  client_id text NOT NULL,
  access_token text NOT NULL,
  refresh_token text,
  access_until timestamptz(3) NOT NULL,
  state text NOT NULL,
  reason text,
  connected_by text NOT NULL,
  connected_at timestamptz(3) NOT NULL,
  checked_at timestamptz(3)
);
CREATE UNIQUE INDEX social_accounts_remote ON social_accounts (environment_id, network, remote_id);
CREATE INDEX social_accounts_newest ON social_accounts (environment_id, connected_at DESC, id);

-- Connections that people have begun. Each is used once.
CREATE TABLE social_states (
  id uuid PRIMARY KEY,
  environment_id uuid NOT NULL,
  user_id uuid NOT NULL,
  network text NOT NULL,
  state_hash bytea NOT NULL,
  verifier text NOT NULL,
  redirect_uri text NOT NULL,
  client_id text NOT NULL,
  account_id uuid,
  expires_at timestamptz(3) NOT NULL
);
CREATE UNIQUE INDEX social_states_hash ON social_states (state_hash);
CREATE INDEX social_states_expired ON social_states (expires_at);

CREATE TABLE social_posts (
  id uuid PRIMARY KEY,
  organization_id uuid NOT NULL,
  environment_id uuid NOT NULL,
  content_id uuid NOT NULL,
  account_id uuid REFERENCES social_accounts (id) ON DELETE SET NULL,
  account_name text NOT NULL,
  network text NOT NULL,
  title text NOT NULL,
  text text NOT NULL,
  tags jsonb NOT NULL,
  privacy text NOT NULL,
  search_text text NOT NULL,
  publish_at timestamptz(3),
  zone text NOT NULL,
  state text NOT NULL,
  fault text,
  reason text,
  detail text,
  -- What the network has of it, as its driver has saved it before the next request.
  step text,
  -- Whether the network may publish it without another request.
  may_be_there boolean NOT NULL DEFAULT false,
  sent_bytes bigint NOT NULL DEFAULT 0,
  total_bytes bigint NOT NULL DEFAULT 0,
  -- Attempts since the last progress.
  attempts integer NOT NULL DEFAULT 0,
  -- When it goes on. Null while a job works on it, and in states that end.
  next_at timestamptz(3),
  -- Counts the jobs that began to work on it: an older one changes nothing.
  fence integer NOT NULL DEFAULT 0,
  remote_id text,
  url text,
  created_by text NOT NULL,
  created_by_id uuid NOT NULL,
  created_at timestamptz(3) NOT NULL,
  changed_at timestamptz(3) NOT NULL,
  published_at timestamptz(3),
  -- The time by which lists are sorted: of publication, or planned, or of creation.
  shown_at timestamptz(3) NOT NULL
);
CREATE INDEX social_posts_latest ON social_posts (environment_id, shown_at DESC, id DESC);
CREATE INDEX social_posts_content ON social_posts (content_id, created_at DESC, id DESC);
CREATE INDEX social_posts_account ON social_posts (account_id);
CREATE INDEX social_posts_due ON social_posts (next_at) WHERE next_at IS NOT NULL;

-- Built-in roles that people have not changed otherwise get the rights that new organizations give them.
UPDATE roles SET permissions = jsonb_set(permissions::jsonb, '{Videos,Social Publish}', CASE built_in
    WHEN 'viewer' THEN '{"read": true}'::jsonb
    ELSE '{"create": true, "read": true, "update": true, "delete": true}'::jsonb
  END)::text
WHERE built_in IN ('developer', 'media-team', 'viewer')
  AND CASE WHEN permissions IS JSON OBJECT
    THEN permissions::jsonb ? 'Videos' AND jsonb_typeof(permissions::jsonb -> 'Videos') = 'object'
      AND NOT permissions::jsonb -> 'Videos' ? 'Social Publish' ELSE false END;
