CREATE TABLE live_streams (
  id uuid PRIMARY KEY,
  environment_id uuid NOT NULL,
  name text NOT NULL,
  record boolean NOT NULL,
  stream_group text,
  status text NOT NULL,
  started boolean NOT NULL,
  latency_mode text NOT NULL,
  dvr_window_s integer NOT NULL,
  reconnect_window_s integer NOT NULL,
  takeover boolean NOT NULL,
  encoding_profile_id uuid,
  playback_id text NOT NULL,
  playback_policy text NOT NULL,
  playback_restrictions jsonb NOT NULL,
  tags text[] NOT NULL,
  metadata jsonb NOT NULL,
  search_text text NOT NULL,
  active_since timestamptz(3),
  recording_id uuid,
  added_by text NOT NULL,
  added_by_id uuid,
  created_at timestamptz(3) NOT NULL
);
CREATE UNIQUE INDEX live_streams_playback ON live_streams (playback_id);
CREATE INDEX live_streams_newest ON live_streams (environment_id, created_at DESC, id);
CREATE INDEX live_streams_on_air ON live_streams (status) WHERE status IN ('connecting', 'active', 'reconnecting');

CREATE TABLE live_stream_keys (
  id uuid PRIMARY KEY,
  stream_id uuid NOT NULL REFERENCES live_streams (id) ON DELETE CASCADE,
  environment_id uuid NOT NULL,
  key_hash text NOT NULL,
  key_encrypted text NOT NULL,
  srt_passphrase_encrypted text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  valid_until timestamptz(3),
  revoked_at timestamptz(3)
);
CREATE UNIQUE INDEX live_stream_keys_hash ON live_stream_keys (key_hash);
CREATE UNIQUE INDEX live_stream_keys_current ON live_stream_keys (stream_id)
  WHERE valid_until IS NULL AND revoked_at IS NULL;
CREATE INDEX live_stream_keys_stream ON live_stream_keys (stream_id);

CREATE TABLE custom_playbacks (
  id uuid PRIMARY KEY,
  stream_id uuid NOT NULL REFERENCES live_streams (id) ON DELETE CASCADE,
  environment_id uuid NOT NULL,
  name text NOT NULL,
  partner text,
  genre text,
  language text,
  category text,
  status text NOT NULL,
  playback_id text NOT NULL,
  search_text text NOT NULL,
  added_by text NOT NULL,
  created_at timestamptz(3) NOT NULL
);
CREATE UNIQUE INDEX custom_playbacks_playback ON custom_playbacks (playback_id);
CREATE INDEX custom_playbacks_stream ON custom_playbacks (stream_id, created_at DESC, id);

CREATE TABLE live_nodes (
  id uuid PRIMARY KEY,
  rtmp_port integer NOT NULL,
  rtmps_port integer,
  srt_port integer,
  webrtc boolean NOT NULL,
  internal_url text NOT NULL,
  started_at timestamptz(3) NOT NULL,
  seen_at timestamptz(3) NOT NULL
);
CREATE INDEX live_nodes_seen ON live_nodes (seen_at);

-- Built-in roles with limited rights have the rights that new organizations give them.
UPDATE roles SET permissions = (permissions::jsonb || jsonb_build_object('Livestreams', CASE built_in
  WHEN 'viewer' THEN '{"Livestream": {"read": true}}'::jsonb
  ELSE '{"Livestream": {"create": true, "read": true, "update": true, "delete": true},
    "Stream Key": {"create": true, "read": true, "update": true, "delete": true}}'::jsonb
  END))::text
WHERE built_in IN ('developer', 'media-team', 'viewer') AND permissions IS NOT NULL;
