-- Impressions that campaigns with a total keep for ads of decided breaks, until the ad is shown or the reservation expires.
CREATE TABLE campaign_reservations (
  environment_id uuid NOT NULL,
  campaign_id uuid NOT NULL REFERENCES campaigns (id) ON DELETE CASCADE,
  session_id uuid NOT NULL,
  -- Index of the break in the session, and of the ad in the break.
  position integer NOT NULL,
  ad integer NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  PRIMARY KEY (session_id, position, ad)
);
CREATE INDEX campaign_reservations_campaign ON campaign_reservations (campaign_id, expires_at);
CREATE INDEX campaign_reservations_age ON campaign_reservations (expires_at);
