CREATE TABLE analysis_rules (
  environment_id uuid NOT NULL REFERENCES environments (id) ON DELETE CASCADE,
  encoding_profile_id uuid,
  parts jsonb NOT NULL,
  language text NOT NULL,
  CONSTRAINT analysis_rules_profile UNIQUE NULLS NOT DISTINCT (environment_id, encoding_profile_id)
);
