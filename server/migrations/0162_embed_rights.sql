-- Built-in roles that people have not changed otherwise get the rights that new organizations give them. All other roles that
-- do not name the module have all its rights.
UPDATE roles SET permissions = (permissions::jsonb || CASE built_in
    WHEN 'viewer' THEN '{"Embed Reports": {"Embed": {"read": true}}}'::jsonb
    ELSE '{"Embed Reports": {"Embed": {"create": true, "read": true, "update": true, "delete": true}}}'::jsonb
  END)::text
WHERE built_in IN ('developer', 'media-team', 'viewer')
  AND CASE WHEN permissions IS JSON OBJECT
    THEN permissions::jsonb <> '{}' AND NOT permissions::jsonb ? 'Embed Reports' ELSE false END;
