-- Advertisers with campaigns of their own: their creatives, what was delivered of them, and the rights on them.
CREATE TABLE advertisers (
  id uuid PRIMARY KEY,
  environment_id uuid NOT NULL REFERENCES environments (id) ON DELETE CASCADE,
  role_id uuid NOT NULL,
  name text NOT NULL,
  contact_email text NOT NULL,
  note text NOT NULL,
  enabled boolean NOT NULL,
  search_text text NOT NULL,
  added_by text NOT NULL,
  created_at timestamptz(3) NOT NULL
);
CREATE UNIQUE INDEX advertisers_name ON advertisers (environment_id, lower(name));

CREATE TABLE campaigns (
  id uuid PRIMARY KEY,
  environment_id uuid NOT NULL REFERENCES environments (id) ON DELETE CASCADE,
  advertiser_id uuid NOT NULL REFERENCES advertisers (id) ON DELETE CASCADE,
  name text NOT NULL,
  enabled boolean NOT NULL,
  starts_at timestamptz(3) NOT NULL,
  ends_at timestamptz(3) NOT NULL,
  priority integer NOT NULL,
  viewer_views integer,
  viewer_hours integer NOT NULL,
  total_impressions bigint,
  delivered bigint NOT NULL DEFAULT 0,
  cpm bigint,
  currency text NOT NULL,
  countries text[] NOT NULL,
  device_types text[] NOT NULL,
  tags text[] NOT NULL,
  stream_ids uuid[] NOT NULL,
  channel_ids uuid[] NOT NULL,
  search_text text NOT NULL,
  added_by text NOT NULL,
  created_at timestamptz(3) NOT NULL
);
CREATE INDEX campaigns_newest ON campaigns (environment_id, created_at DESC, id);
CREATE INDEX campaigns_advertiser ON campaigns (advertiser_id);

CREATE TABLE campaign_creatives (
  id uuid PRIMARY KEY,
  environment_id uuid NOT NULL REFERENCES environments (id) ON DELETE CASCADE,
  campaign_id uuid NOT NULL REFERENCES campaigns (id) ON DELETE CASCADE,
  name text NOT NULL,
  media_url text NOT NULL,
  click_through_url text,
  skip_after_s integer,
  state text NOT NULL,
  reason text,
  submitted_at timestamptz(3) NOT NULL,
  reviewed_by text,
  reviewed_at timestamptz(3),
  added_by text NOT NULL,
  created_at timestamptz(3) NOT NULL
);
CREATE INDEX campaign_creatives_campaign ON campaign_creatives (campaign_id, id);
CREATE INDEX campaign_creatives_state ON campaign_creatives (environment_id, state, submitted_at, id);

-- Events that are not summed up yet. Rows are only inserted, so that viewers do not wait for each other.
CREATE TABLE campaign_events (
  id bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  environment_id uuid NOT NULL,
  campaign_id uuid NOT NULL,
  creative_id uuid NOT NULL,
  day date NOT NULL,
  event text NOT NULL,
  currency text NOT NULL,
  spend_nanos bigint NOT NULL
);
CREATE INDEX campaign_events_campaign ON campaign_events (environment_id, campaign_id);

CREATE TABLE campaign_days (
  environment_id uuid NOT NULL,
  campaign_id uuid NOT NULL REFERENCES campaigns (id) ON DELETE CASCADE,
  day date NOT NULL,
  creative_id uuid NOT NULL,
  currency text NOT NULL,
  impressions bigint NOT NULL,
  first_quartiles bigint NOT NULL,
  midpoints bigint NOT NULL,
  third_quartiles bigint NOT NULL,
  completes bigint NOT NULL,
  clicks bigint NOT NULL,
  spend_nanos numeric NOT NULL,
  PRIMARY KEY (campaign_id, day, creative_id, currency)
);

-- Built-in roles with limited rights have the rights that new organizations give them.
UPDATE roles SET permissions = jsonb_set(permissions::jsonb, '{Ad Insertion,Campaign}', CASE built_in
  WHEN 'viewer' THEN '{"read": true}'::jsonb
  ELSE '{"create": true, "read": true, "update": true, "delete": true}'::jsonb
END)::text
WHERE built_in IN ('developer', 'media-team', 'viewer') AND permissions IS NOT NULL
  AND permissions::jsonb ? 'Ad Insertion';
