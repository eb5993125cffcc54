-- Filters of the analytics screen that a person has named, in an environment.
CREATE TABLE favourite_filters (
  id uuid PRIMARY KEY,
  environment_id uuid NOT NULL,
  user_id uuid NOT NULL,
  name text NOT NULL,
  filters jsonb NOT NULL,
  split_by text,
  group_by text,
  range text,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL
);
CREATE UNIQUE INDEX favourite_filters_name ON favourite_filters (environment_id, user_id, lower(name));
