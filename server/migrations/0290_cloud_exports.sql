-- Rules by which videos are exported to accounts, and exports.
CREATE TABLE export_rules (
  id uuid PRIMARY KEY,
  environment_id uuid NOT NULL,
  name text NOT NULL,
  account_id uuid NOT NULL REFERENCES cloud_accounts (id),
  path text NOT NULL,
  files jsonb NOT NULL,
  collection_id uuid,
  tags jsonb NOT NULL,
  is_paused boolean NOT NULL DEFAULT false,
  created_by text NOT NULL,
  created_at timestamptz(3) NOT NULL
);
CREATE INDEX export_rules_names ON export_rules (environment_id, name);
CREATE INDEX export_rules_accounts ON export_rules (account_id);

CREATE TABLE cloud_exports (
  id uuid PRIMARY KEY,
  environment_id uuid NOT NULL,
  account_id uuid NOT NULL REFERENCES cloud_accounts (id) ON DELETE CASCADE,
  content_id uuid NOT NULL,
  title text NOT NULL,
  path text NOT NULL,
  files jsonb NOT NULL,
  rule_id uuid REFERENCES export_rules (id) ON DELETE SET NULL,
  version text NOT NULL DEFAULT '',
  state text NOT NULL,
  reason text,
  base_name text,
  written jsonb NOT NULL DEFAULT '[]',
  created_by text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  changed_at timestamptz(3) NOT NULL
);
CREATE UNIQUE INDEX cloud_exports_once ON cloud_exports (rule_id, content_id, version) WHERE rule_id IS NOT NULL;
CREATE INDEX cloud_exports_newest ON cloud_exports (environment_id, created_at DESC NULLS FIRST, id);
CREATE INDEX cloud_exports_videos ON cloud_exports (content_id);
CREATE INDEX cloud_exports_accounts ON cloud_exports (account_id);
CREATE INDEX cloud_exports_ended ON cloud_exports (changed_at) WHERE state IN ('done', 'failed');
