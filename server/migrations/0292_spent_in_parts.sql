-- The sum of the charges that were charged in a part.
ALTER TABLE billing_parts ADD COLUMN spent bigint NOT NULL DEFAULT 0;
UPDATE billing_parts AS parts SET spent = charges.spent
  FROM (SELECT organization_id, charged_in, sum(amount) AS spent FROM billing_charges GROUP BY organization_id, charged_in) AS charges
  WHERE charges.organization_id = parts.organization_id AND charges.charged_in = parts.part;
