ALTER TABLE campaign_events ADD COLUMN amount smallint NOT NULL DEFAULT 1;
ALTER TABLE campaign_events ALTER COLUMN amount DROP DEFAULT;
