-- Keys with which encoders publish to the RTMP port of a live node for another area, which passes the stream on.
CREATE TABLE live_relay_keys (
  -- The object of the other area.
  id uuid PRIMARY KEY,
  environment_id uuid NOT NULL,
  -- SHA-256 in hexadecimal.
  key_hash text NOT NULL,
  key_encrypted text NOT NULL,
  enabled boolean NOT NULL,
  -- Where the node that has its encoder sends the media to other processes.
  node_url text,
  created_at timestamptz(3) NOT NULL
);
CREATE UNIQUE INDEX live_relay_keys_hash ON live_relay_keys (key_hash);
