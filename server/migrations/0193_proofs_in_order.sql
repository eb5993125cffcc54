-- The last proof is the one that was made last, also if the clock was set back.
ALTER TABLE billing_proofs DROP CONSTRAINT billing_proofs_pkey;
ALTER TABLE billing_proofs ADD COLUMN id bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY;

-- Organizations whose books did not add up when they were last checked: they are not charged.
CREATE TABLE billing_faulty (
  organization_id uuid PRIMARY KEY,
  since timestamptz(3) NOT NULL
);
