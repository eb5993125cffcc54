-- Ad channels: videos that play with ads, under playback IDs of their own.
CREATE TABLE ad_channels (
  id uuid PRIMARY KEY,
  environment_id uuid NOT NULL REFERENCES environments (id) ON DELETE CASCADE,
  content_id uuid NOT NULL REFERENCES contents (id) ON DELETE CASCADE,
  name text NOT NULL,
  enabled boolean NOT NULL,
  preroll boolean NOT NULL,
  max_preroll_duration_s integer NOT NULL,
  preroll_ad_tag_url text,
  midroll_ad_tag_url text,
  ad_server_timeout_ms integer NOT NULL,
  tags text[] NOT NULL,
  playback_id text NOT NULL,
  search_text text NOT NULL,
  added_by text NOT NULL,
  created_at timestamptz(3) NOT NULL
);
CREATE UNIQUE INDEX ad_channels_playback ON ad_channels (playback_id);
CREATE INDEX ad_channels_newest ON ad_channels (environment_id, created_at DESC, id);
CREATE INDEX ad_channels_content ON ad_channels (content_id);

CREATE TABLE ad_breaks (
  id uuid PRIMARY KEY,
  environment_id uuid NOT NULL REFERENCES environments (id) ON DELETE CASCADE,
  content_id uuid NOT NULL REFERENCES contents (id) ON DELETE CASCADE,
  at_s double precision NOT NULL,
  duration_s double precision NOT NULL,
  added_by text NOT NULL,
  created_at timestamptz(3) NOT NULL
);
CREATE UNIQUE INDEX ad_breaks_place ON ad_breaks (content_id, at_s);

-- Ads as they are encoded for videos of one shape. The sweep deletes those that are not used any more, with their files.
CREATE TABLE ad_creatives (
  id uuid PRIMARY KEY,
  environment_id uuid NOT NULL,
  key text NOT NULL,
  media_url text NOT NULL,
  shape_key text NOT NULL,
  shape jsonb NOT NULL,
  state text NOT NULL,
  error text,
  duration_s double precision,
  outputs jsonb NOT NULL,
  created_at timestamptz(3) NOT NULL,
  used_at timestamptz(3) NOT NULL
);
CREATE UNIQUE INDEX ad_creatives_shape ON ad_creatives (environment_id, key, shape_key);
CREATE INDEX ad_creatives_used ON ad_creatives (used_at);

CREATE TABLE ad_sessions (
  id uuid PRIMARY KEY,
  environment_id uuid NOT NULL,
  channel_id uuid NOT NULL REFERENCES ad_channels (id) ON DELETE CASCADE,
  address text NOT NULL,
  user_agent text NOT NULL,
  started_at timestamptz(3) NOT NULL
);
CREATE INDEX ad_sessions_newest ON ad_sessions (channel_id, started_at, id);
CREATE INDEX ad_sessions_age ON ad_sessions (started_at);

CREATE TABLE ad_decisions (
  session_id uuid NOT NULL REFERENCES ad_sessions (id) ON DELETE CASCADE,
  position integer NOT NULL,
  kind text NOT NULL,
  at_s double precision NOT NULL,
  available_s double precision NOT NULL,
  filled_s double precision NOT NULL,
  reason text,
  took_ms double precision NOT NULL,
  offered jsonb NOT NULL,
  exchanges jsonb NOT NULL,
  PRIMARY KEY (session_id, position)
);

CREATE TABLE ad_beacons (
  session_id uuid NOT NULL REFERENCES ad_sessions (id) ON DELETE CASCADE,
  position integer NOT NULL,
  ad integer NOT NULL,
  event text NOT NULL,
  number integer NOT NULL,
  environment_id uuid NOT NULL,
  url text NOT NULL,
  state text NOT NULL,
  attempts integer NOT NULL,
  status integer,
  created_at timestamptz(3) NOT NULL,
  next_attempt_at timestamptz(3),
  PRIMARY KEY (session_id, position, ad, event, number)
);
CREATE INDEX ad_beacons_due ON ad_beacons (environment_id, next_attempt_at) WHERE next_attempt_at IS NOT NULL;

-- Built-in roles with limited rights have the rights that new organizations give them.
UPDATE roles SET permissions =
  (permissions::jsonb || '{"Ad Insertion": {"Channel": {"create": true, "read": true, "update": true, "delete": true}}}'::jsonb)::text
WHERE built_in IN ('developer', 'media-team') AND permissions IS NOT NULL;
UPDATE roles SET permissions =
  (permissions::jsonb || '{"Ad Insertion": {"Channel": {"read": true}}}'::jsonb)::text
WHERE built_in = 'viewer' AND permissions IS NOT NULL;
