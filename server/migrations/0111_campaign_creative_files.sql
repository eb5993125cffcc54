-- The file that was last fetched for a creative of a campaign, so that another one at its URL is reviewed again.
ALTER TABLE campaign_creatives ADD COLUMN file_hash text;
CREATE INDEX campaign_creatives_file ON campaign_creatives (environment_id, media_url);
