-- How urgent the encoding of an ad is, the file that it was made of, and whose outputs it shares.
ALTER TABLE ad_creatives
  ADD COLUMN rank smallint NOT NULL DEFAULT 1,
  ADD COLUMN source_hash text,
  ADD COLUMN checked_at timestamptz(3),
  ADD COLUMN files_of uuid;
UPDATE ad_creatives SET checked_at = created_at;
ALTER TABLE ad_creatives ALTER COLUMN checked_at SET NOT NULL;
CREATE INDEX ad_creatives_waiting ON ad_creatives (environment_id) WHERE state = 'preparing';
CREATE INDEX ad_creatives_source ON ad_creatives (environment_id, shape_key, source_hash);
CREATE INDEX ad_creatives_files ON ad_creatives (files_of) WHERE files_of IS NOT NULL;
