-- Payments of organizations. Money is in millionths of the unit of the currency.
CREATE TABLE billing_payments (
  id uuid PRIMARY KEY,
  organization_id uuid NOT NULL REFERENCES billing_wallets (organization_id),
  reference text NOT NULL UNIQUE,
  amount bigint NOT NULL CHECK (amount > 0),
  currency text NOT NULL,
  driver text NOT NULL,
  -- What the processor calls it. Null until it has answered.
  charge_id text,
  customer_id text,
  method_id text,
  card jsonb,
  origin text NOT NULL,
  state text NOT NULL,
  reason text,
  -- What differs from the report of the processor. Nothing is booked then.
  held_because text,
  -- Refunded or disputed, as far as it is booked, and the number of these bookings.
  taken_back bigint NOT NULL DEFAULT 0,
  taken_back_times integer NOT NULL DEFAULT 0,
  created_by uuid,
  created_at timestamptz(3) NOT NULL,
  -- When the processor was last asked.
  checked_at timestamptz(3) NOT NULL,
  booked_at timestamptz(3),
  CHECK (taken_back BETWEEN 0 AND amount),
  CHECK (booked_at IS NOT NULL OR taken_back = 0)
);
CREATE UNIQUE INDEX billing_payments_charge ON billing_payments (driver, charge_id);
CREATE INDEX billing_payments_organization ON billing_payments (organization_id, created_at);
CREATE INDEX billing_payments_open ON billing_payments (checked_at) WHERE state IN ('processing', 'needs_action');
CREATE INDEX billing_payments_booked ON billing_payments (checked_at) WHERE booked_at IS NOT NULL;
-- One attempt of the auto-recharge at a time.
CREATE UNIQUE INDEX billing_payments_open_recharge ON billing_payments (organization_id)
  WHERE origin = 'recharge' AND state IN ('processing', 'needs_action');

CREATE TABLE billing_payment_details (
  organization_id uuid PRIMARY KEY REFERENCES billing_wallets (organization_id),
  driver text NOT NULL,
  -- The customer at the processor, which stays when the card is removed.
  customer_id text,
  method_id text,
  -- Brand, last digits and expiry.
  card jsonb,
  address jsonb,
  consent_at timestamptz(3),
  consent_by uuid,
  saved_at timestamptz(3) NOT NULL
);

-- Orders to add money without a person.
CREATE TABLE billing_recharges (
  organization_id uuid PRIMARY KEY REFERENCES billing_wallets (organization_id),
  is_on boolean NOT NULL,
  threshold bigint NOT NULL,
  amount bigint NOT NULL,
  monthly_cap bigint NOT NULL,
  -- The balance was at or above the threshold since the last attempt.
  is_armed boolean NOT NULL DEFAULT false,
  declined integer NOT NULL DEFAULT 0,
  last_attempt_at timestamptz(3),
  consent_at timestamptz(3),
  consent_by uuid,
  stopped_because text,
  -- What people have to be emailed about.
  notice text
);
CREATE INDEX billing_recharges_notice ON billing_recharges (organization_id) WHERE notice IS NOT NULL;
CREATE INDEX billing_recharges_on ON billing_recharges (organization_id) WHERE is_on;

-- Events that a processor sent, each once.
CREATE TABLE billing_payment_events (
  driver text NOT NULL,
  event_id text NOT NULL,
  type text NOT NULL,
  charge_id text,
  received_at timestamptz(3) NOT NULL,
  PRIMARY KEY (driver, event_id)
);
CREATE INDEX billing_payment_events_received_at ON billing_payment_events (received_at);

-- Charges of the test processor.
CREATE TABLE billing_test_charges (
  id text PRIMARY KEY,
  payment_id uuid NOT NULL,
  customer_id text NOT NULL,
  amount bigint NOT NULL,
  currency text NOT NULL,
  outcome text NOT NULL,
  state text NOT NULL,
  created_at timestamptz(3) NOT NULL
);
