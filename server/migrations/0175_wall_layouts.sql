CREATE TABLE wall_layouts (
  id uuid PRIMARY KEY,
  environment_id uuid NOT NULL,
  name text NOT NULL,
  grid integer NOT NULL,
  tiles jsonb NOT NULL,
  rotate_s integer,
  created_by text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL
);
CREATE UNIQUE INDEX wall_layouts_name ON wall_layouts (environment_id, lower(name));
