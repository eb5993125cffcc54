ALTER TABLE renditions ADD COLUMN sample_rate integer;
-- Copied tracks have the rate of their source; encoded ones have 48,000, as those without a value.
UPDATE renditions SET sample_rate = (track ->> 'sampleRate')::integer
FROM contents,
  jsonb_array_elements(analysis -> 'plan' -> 'audio') AS planned,
  jsonb_array_elements(analysis -> 'source' -> 'audio') AS track
WHERE renditions.content_id = contents.id AND renditions.type = 'audio' AND is_original
  AND planned ->> 'name' = renditions.name AND track ->> 'index' = planned ->> 'sourceIndex';
