-- Reports are posted to signed webhooks too.
ALTER TABLE reports ADD COLUMN webhook_host text, ADD COLUMN webhook_encrypted text;
ALTER TABLE report_runs ADD COLUMN figures jsonb NOT NULL DEFAULT '[]';
ALTER TABLE report_mails ADD COLUMN kind text NOT NULL DEFAULT 'email';
