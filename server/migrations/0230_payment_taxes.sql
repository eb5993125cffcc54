-- Taxes are paid in addition to the amount that the wallet gets.
ALTER TABLE billing_payments
  ADD COLUMN taxes jsonb NOT NULL DEFAULT '[]',
  ADD COLUMN tax bigint NOT NULL DEFAULT 0 CHECK (tax >= 0),
  -- Of the sum that was taken back: what was refunded, not disputed, and what credit notes are issued for.
  ADD COLUMN refunded bigint NOT NULL DEFAULT 0,
  ADD COLUMN credited bigint NOT NULL DEFAULT 0,
  -- What the processor reported when the payment was held, and how an administrator resolved it.
  ADD COLUMN reported jsonb,
  ADD COLUMN resolution text CHECK (resolution IN ('accepted', 'returning', 'returned')),
  ADD COLUMN resolved_by uuid,
  ADD COLUMN resolved_at timestamptz(3),
  DROP CONSTRAINT billing_payments_check,
  ADD CONSTRAINT billing_payments_taken_back CHECK (taken_back BETWEEN 0 AND amount + tax);
CREATE INDEX billing_payments_uncredited ON billing_payments (id) WHERE refunded > credited;
CREATE INDEX billing_payments_held ON billing_payments (created_at) WHERE held_because IS NOT NULL;

ALTER TABLE billing_test_charges ADD COLUMN refunded bigint NOT NULL DEFAULT 0;
