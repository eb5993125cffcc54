-- Built-in roles that people have not changed otherwise get the rights that new organizations give them.
UPDATE roles SET permissions = (permissions::jsonb || CASE built_in
    WHEN 'viewer' THEN '{"V-Connect": {"Connector": {"read": true}}}'::jsonb
    ELSE '{"V-Connect": {"Connector": {"create": true, "read": true, "update": true, "delete": true}}}'::jsonb
  END)::text
WHERE built_in IN ('developer', 'media-team', 'viewer')
  AND CASE WHEN permissions IS JSON OBJECT
    THEN permissions::jsonb <> '{}' AND NOT permissions::jsonb ? 'V-Connect' ELSE false END;
