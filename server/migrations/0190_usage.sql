-- What was used, written in the transaction of the fact. The charge job gives each record its part of a billing period.
CREATE TABLE usage_records (
  key text PRIMARY KEY,
  organization_id uuid NOT NULL,
  environment_id uuid NOT NULL,
  environment_type text NOT NULL,
  object_id uuid NOT NULL,
  meter text NOT NULL,
  occurred_at timestamptz(3) NOT NULL,
  received_at timestamptz(3) NOT NULL,
  quantity bigint NOT NULL,
  -- The record that this one corrects.
  corrects text,
  -- Null until it is charged.
  part integer,
  is_free boolean NOT NULL DEFAULT false,
  -- Too old to be charged without an administrator.
  is_held boolean NOT NULL DEFAULT false
);
CREATE INDEX usage_records_new ON usage_records (organization_id, received_at) WHERE part IS NULL AND NOT is_held;
CREATE INDEX usage_records_part ON usage_records (organization_id, part, meter);
CREATE INDEX usage_records_held ON usage_records (organization_id) WHERE is_held;

-- Sums of charged records.
CREATE TABLE usage_days (
  organization_id uuid NOT NULL,
  part integer NOT NULL,
  meter text NOT NULL,
  environment_id uuid NOT NULL,
  object_id uuid NOT NULL,
  day date NOT NULL,
  is_free boolean NOT NULL,
  quantity bigint NOT NULL,
  PRIMARY KEY (organization_id, part, meter, environment_id, object_id, day, is_free)
);

-- Organizations whose new work is refused, with the problem that callers get. The area billing keeps it.
CREATE TABLE usage_refusals (
  organization_id uuid PRIMARY KEY,
  problem text NOT NULL
);

-- Hours whose stored media was counted.
CREATE TABLE usage_hours (
  hour timestamptz(3) PRIMARY KEY
);

-- What each video occupied in the hours of a day, until the day is over and becomes usage records. Updated in place every hour.
CREATE TABLE usage_stored_days (
  object_id uuid NOT NULL,
  day date NOT NULL,
  environment_id uuid NOT NULL,
  ms bigint NOT NULL,
  bytes bigint NOT NULL,
  counted_at timestamptz(3) NOT NULL,
  PRIMARY KEY (object_id, day)
) WITH (fillfactor = 50);

-- Parts of billing periods whose records are deleted, or are being deleted.
CREATE TABLE usage_pruned (
  organization_id uuid NOT NULL,
  part integer NOT NULL,
  pruned_at timestamptz(3) NOT NULL,
  is_done boolean NOT NULL,
  PRIMARY KEY (organization_id, part)
);
