-- Kinora's own copy of the file of a creative, which reviewers see. Creatives whose file was never fetched have no reviewed file, so
-- they wait for a review.
ALTER TABLE campaign_creatives ADD COLUMN file_name text;
UPDATE campaign_creatives SET state = 'waiting', reason = NULL, reviewed_by = NULL, reviewed_at = NULL
WHERE state = 'approved' AND file_hash IS NULL;
