-- Addresses of files are found by the part that people see: their secrets are encrypted behind it.
DROP INDEX campaign_creatives_file;
CREATE INDEX campaign_creatives_file ON campaign_creatives (environment_id, md5(split_part(media_url, ' sealed:', 1)));
