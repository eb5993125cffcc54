-- What subscribers were last notified of: whether the ad servers of a channel answer.
CREATE TABLE ad_server_states (
  channel_id uuid PRIMARY KEY REFERENCES ad_channels (id) ON DELETE CASCADE,
  environment_id uuid NOT NULL,
  state text NOT NULL,
  since timestamptz(3) NOT NULL
);
