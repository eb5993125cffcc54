-- Performance and the analytics of videos have rights of their own. Roles and organizations that had them keep them.
UPDATE roles SET permissions = jsonb_set(permissions::jsonb, '{Adv Analytics}',
  CASE WHEN jsonb_typeof(permissions::jsonb -> 'Adv Analytics') = 'object'
    THEN permissions::jsonb -> 'Adv Analytics' ELSE '{}'::jsonb END
  || '{"Performance": {"read": true}, "Video Analytics": {"read": true}}'::jsonb)::text
WHERE CASE WHEN permissions IS JSON OBJECT
  THEN permissions::jsonb #> '{Analytics,Views,read}' = 'true' ELSE false END;

UPDATE organizations SET settings =
  jsonb_set(settings, '{modules.enabled}', to_jsonb((settings ->> 'modules.enabled') || ',Adv Analytics'))
WHERE regexp_split_to_array(settings ->> 'modules.enabled', '\s*,\s*') @> '{Analytics}'
  AND NOT regexp_split_to_array(settings ->> 'modules.enabled', '\s*,\s*') @> '{Adv Analytics}';
