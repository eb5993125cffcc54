-- Videos in another shape, and how each of their shots is shown.
CREATE TABLE portraits (
  id uuid PRIMARY KEY,
  environment_id uuid NOT NULL,
  name text NOT NULL,
  search_text text NOT NULL,
  shape text NOT NULL,
  source_id uuid NOT NULL,
  source_file_id uuid,
  result_id uuid NOT NULL,
  has_result boolean NOT NULL DEFAULT false,
  status text NOT NULL,
  progress double precision NOT NULL DEFAULT 0,
  reason text,
  run_id uuid NOT NULL,
  width integer,
  height integer,
  duration_ms integer,
  path_version integer NOT NULL DEFAULT 0,
  rendered_version integer,
  pieces jsonb NOT NULL DEFAULT '[]',
  added_by text NOT NULL,
  added_by_id uuid,
  created_at timestamp(3) with time zone NOT NULL,
  rendered_at timestamp(3) with time zone
);
CREATE INDEX portraits_newest ON portraits (environment_id, created_at DESC NULLS FIRST, id);
CREATE INDEX portraits_source ON portraits (source_id);
CREATE INDEX portraits_result ON portraits (result_id);

CREATE TABLE portrait_shots (
  environment_id uuid NOT NULL,
  portrait_id uuid NOT NULL REFERENCES portraits (id) ON DELETE CASCADE,
  number integer NOT NULL,
  start_ms integer NOT NULL,
  end_ms integer NOT NULL,
  mode text NOT NULL,
  keyframes jsonb NOT NULL,
  halves jsonb,
  suggested jsonb NOT NULL,
  is_edited boolean NOT NULL DEFAULT false,
  PRIMARY KEY (portrait_id, number)
);

-- Built-in roles that people have not changed otherwise get the rights that new organizations give them.
UPDATE roles SET permissions = (permissions::jsonb || CASE built_in
    WHEN 'viewer' THEN '{"Portrait Pro": {"Portrait": {"read": true}}}'::jsonb
    ELSE '{"Portrait Pro": {"Portrait": {"create": true, "read": true, "update": true, "delete": true}}}'::jsonb
  END)::text
WHERE built_in IN ('developer', 'media-team', 'viewer')
  AND CASE WHEN permissions IS JSON OBJECT
    THEN permissions::jsonb <> '{}' AND NOT permissions::jsonb ? 'Portrait Pro' ELSE false END;
