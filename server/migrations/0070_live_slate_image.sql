ALTER TABLE live_streams ADD COLUMN slate_image_id text;
