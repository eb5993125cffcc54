-- When the period of a part was closed with a statement. Later usage is an adjustment of the current period.
ALTER TABLE billing_parts ADD COLUMN closed_at timestamptz(3);
CREATE INDEX billing_parts_open ON billing_parts (period_ends_at) WHERE closed_at IS NULL;

-- The least that a period costs.
ALTER TABLE billing_plans ADD COLUMN minimum bigint NOT NULL DEFAULT 0 CHECK (minimum >= 0);
ALTER TABLE billing_parts ADD COLUMN minimum bigint NOT NULL DEFAULT 0;
