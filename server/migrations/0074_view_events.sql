-- Events of views that are not in the warehouse yet. The rows are of many environments; each line in them names its own.
CREATE TABLE view_event_segments (
  id uuid PRIMARY KEY,
  events integer NOT NULL,
  data bytea NOT NULL,
  created_at timestamptz(3) NOT NULL
);

-- What is to be inserted into the warehouse under this ID, which makes a repeated insert harmless.
CREATE TABLE view_event_batches (
  id uuid PRIMARY KEY,
  views bytea NOT NULL,
  events bytea NOT NULL,
  created_at timestamptz(3) NOT NULL
);

-- The process that turns segments into batches.
CREATE TABLE view_event_sealers (
  name text PRIMARY KEY,
  owner uuid NOT NULL,
  valid_until timestamptz(3) NOT NULL
);
