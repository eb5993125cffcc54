-- Built-in roles with limited rights have the rights that new organizations give them.
UPDATE roles SET permissions =
  (permissions::jsonb || '{"Analytics": {"Views": {"read": true}}}'::jsonb)::text
WHERE built_in IN ('developer', 'media-team', 'viewer') AND permissions IS NOT NULL;
