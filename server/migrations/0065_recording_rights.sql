-- Built-in roles with limited rights have the rights that new organizations give them.
UPDATE roles SET permissions = (permissions::jsonb || jsonb_build_object('Liverecordings', CASE built_in
  WHEN 'viewer' THEN '{"Recording": {"read": true}}'::jsonb
  ELSE '{"Recording": {"create": true, "read": true, "update": true, "delete": true}}'::jsonb
END))::text
WHERE built_in IN ('developer', 'media-team', 'viewer') AND permissions IS NOT NULL;
