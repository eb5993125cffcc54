CREATE TABLE vconnect_inputs (
  id uuid PRIMARY KEY,
  environment_id uuid NOT NULL,
  name text NOT NULL,
  kind text NOT NULL,
  mode text NOT NULL,
  -- Where it is received from. Null for a listener.
  address text,
  -- The port of a listener.
  port integer,
  latency_ms integer NOT NULL,
  max_kbps integer NOT NULL,
  allowed_networks jsonb NOT NULL,
  passphrase text,
  stream_id text,
  enabled boolean NOT NULL,
  created_by text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL
);
CREATE UNIQUE INDEX vconnect_inputs_name ON vconnect_inputs (environment_id, lower(name));

CREATE TABLE vconnect_destinations (
  id uuid PRIMARY KEY,
  environment_id uuid NOT NULL,
  name text NOT NULL,
  kind text NOT NULL,
  mode text NOT NULL,
  address text,
  port integer,
  latency_ms integer NOT NULL,
  max_callers integer NOT NULL,
  passphrase text,
  stream_id text,
  created_by text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL
);
CREATE UNIQUE INDEX vconnect_destinations_name ON vconnect_destinations (environment_id, lower(name));

-- Ports of listeners, of all environments.
CREATE TABLE vconnect_ports (
  port integer PRIMARY KEY,
  owner_id uuid NOT NULL
);

CREATE TABLE vconnect_connects (
  id uuid PRIMARY KEY,
  environment_id uuid NOT NULL,
  input_id uuid NOT NULL REFERENCES vconnect_inputs (id) ON DELETE CASCADE,
  destination_id uuid NOT NULL REFERENCES vconnect_destinations (id) ON DELETE CASCADE,
  enabled boolean NOT NULL,
  created_by text NOT NULL,
  created_at timestamptz(3) NOT NULL
);
CREATE UNIQUE INDEX vconnect_connects_ends ON vconnect_connects (input_id, destination_id);
CREATE INDEX vconnect_connects_destination ON vconnect_connects (destination_id);
CREATE INDEX vconnect_connects_newest ON vconnect_connects (environment_id, created_at, id);

-- Which node runs an input with its connects. The fence counts the nodes that had it.
CREATE TABLE vconnect_leases (
  input_id uuid PRIMARY KEY REFERENCES vconnect_inputs (id) ON DELETE CASCADE,
  environment_id uuid NOT NULL,
  node_id uuid NOT NULL,
  fence integer NOT NULL,
  lease_until timestamptz(3) NOT NULL
);

-- States and current figures of inputs and connects, as their node reports them.
CREATE TABLE vconnect_links (
  id uuid PRIMARY KEY,
  environment_id uuid NOT NULL,
  input_id uuid NOT NULL REFERENCES vconnect_inputs (id) ON DELETE CASCADE,
  state text NOT NULL,
  reason text,
  peer text,
  next_try_at timestamptz(3),
  state_at timestamptz(3) NOT NULL,
  figures jsonb,
  seen_at timestamptz(3) NOT NULL
);
CREATE INDEX vconnect_links_input ON vconnect_links (input_id);

-- Figures by minute, kept for eight hours.
CREATE TABLE vconnect_stats (
  link_id uuid NOT NULL,
  minute timestamptz(3) NOT NULL,
  environment_id uuid NOT NULL,
  points jsonb NOT NULL,
  PRIMARY KEY (link_id, minute)
);
CREATE INDEX vconnect_stats_minute ON vconnect_stats (minute);
