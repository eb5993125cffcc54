-- Names and tags in one Unicode form (NFC), as requests have them from now on. Equal tags become one.
CREATE FUNCTION composed(tags text[]) RETURNS text[] LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(array_agg(tag ORDER BY place), '{}') FROM (
    SELECT normalize(each, NFC) AS tag, min(n) AS place FROM unnest(tags) WITH ORDINALITY AS given (each, n) GROUP BY 1
  ) AS distinct_tags
$$;
UPDATE contents
  SET title = normalize(title, NFC), tags = composed(tags), file_name = normalize(file_name, NFC),
    metadata = normalize(metadata::text, NFC)::jsonb
  WHERE title IS NOT NFC NORMALIZED OR array_to_string(tags, ',') IS NOT NFC NORMALIZED
    OR file_name IS NOT NFC NORMALIZED OR metadata::text IS NOT NFC NORMALIZED;
UPDATE asset_collections SET name = normalize(name, NFC) WHERE name IS NOT NFC NORMALIZED;
UPDATE live_streams
  SET name = normalize(name, NFC), stream_group = normalize(stream_group, NFC), tags = composed(tags),
    metadata = normalize(metadata::text, NFC)::jsonb
  WHERE name IS NOT NFC NORMALIZED OR stream_group IS NOT NFC NORMALIZED
    OR array_to_string(tags, ',') IS NOT NFC NORMALIZED OR metadata::text IS NOT NFC NORMALIZED;
UPDATE ad_channels SET tags = composed(tags) WHERE array_to_string(tags, ',') IS NOT NFC NORMALIZED;
UPDATE campaigns SET tags = composed(tags) WHERE array_to_string(tags, ',') IS NOT NFC NORMALIZED;
UPDATE roles SET permissions = normalize(permissions, NFC) WHERE permissions IS NOT NFC NORMALIZED;
DROP FUNCTION composed;
