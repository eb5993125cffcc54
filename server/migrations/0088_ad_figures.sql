-- What counts ads: who the viewer of a session is, as analytics sees it, and which events of its ads were delivered.
CREATE TABLE ad_viewers (
  session_id uuid PRIMARY KEY REFERENCES ad_sessions (id) ON DELETE CASCADE,
  environment_id uuid NOT NULL,
  channel_id uuid NOT NULL,
  object_id uuid NOT NULL,
  kind text NOT NULL,
  viewer text NOT NULL,
  country text NOT NULL,
  region text NOT NULL,
  city text NOT NULL,
  isp text NOT NULL,
  device_type text NOT NULL,
  device text NOT NULL,
  os text NOT NULL,
  browser text NOT NULL
);
INSERT INTO ad_viewers
SELECT s.id, s.environment_id, s.channel_id, coalesce(c.content_id, (to_jsonb(c) ->> 'livestream_id')::uuid),
  CASE WHEN c.content_id IS NULL THEN 'live' ELSE 'video' END, '0', '', '', '', '', '', '', '', ''
FROM ad_sessions s JOIN ad_channels c ON c.id = s.channel_id;

CREATE TABLE ad_events (
  session_id uuid NOT NULL REFERENCES ad_sessions (id) ON DELETE CASCADE,
  position integer NOT NULL,
  ad integer NOT NULL,
  event text NOT NULL,
  environment_id uuid NOT NULL,
  at timestamptz(3) NOT NULL,
  PRIMARY KEY (session_id, position, ad, event)
);
INSERT INTO ad_events
SELECT session_id, position, ad, event, environment_id, min(created_at)
FROM ad_beacons WHERE event <> 'error' GROUP BY session_id, position, ad, event, environment_id;

-- What happened and is not in a batch of the warehouse yet.
CREATE TABLE ad_facts (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  environment_id uuid NOT NULL,
  at timestamptz(3) NOT NULL,
  facts jsonb NOT NULL
);

-- What a thousand impressions of ads without a price earn, in millionths of the currency.
ALTER TABLE ad_channels ADD COLUMN cpm bigint;
ALTER TABLE ad_channels ADD COLUMN currency text NOT NULL DEFAULT 'USD';
ALTER TABLE ad_channels ALTER COLUMN currency DROP DEFAULT;
