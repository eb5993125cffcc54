-- The field in which the report of the processor differs from a booked payment. Such payments were held before.
ALTER TABLE billing_payments ADD COLUMN differs_because text;
UPDATE billing_payments SET differs_because = held_because, held_because = NULL
  WHERE booked_at IS NOT NULL AND held_because IS NOT NULL;
CREATE INDEX billing_payments_differing ON billing_payments (created_at) WHERE differs_because IS NOT NULL;
