-- Reports that pages of other sites show in a frame.
CREATE TABLE report_embeds (
  id uuid PRIMARY KEY,
  organization_id uuid NOT NULL,
  environment_id uuid NOT NULL,
  name text NOT NULL,
  search_text text NOT NULL,
  metrics jsonb NOT NULL,
  filters jsonb NOT NULL,
  split_by text,
  range text NOT NULL,
  timezone text NOT NULL,
  language text NOT NULL,
  theme text NOT NULL,
  sites jsonb NOT NULL,
  secret_hash text NOT NULL,
  secret_encrypted text NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  revoked_at timestamptz(3),
  shown_at timestamptz(3),
  created_by text NOT NULL,
  created_by_id uuid NOT NULL,
  created_at timestamptz(3) NOT NULL
);
CREATE INDEX report_embeds_newest ON report_embeds (environment_id, created_at DESC, id);
CREATE INDEX report_embeds_organization ON report_embeds (organization_id);
CREATE INDEX report_embeds_end ON report_embeds (expires_at);
