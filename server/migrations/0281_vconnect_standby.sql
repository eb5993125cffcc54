-- The input that stands in for another one, and the last source that a person chose.
ALTER TABLE vconnect_inputs ADD COLUMN backup_input_id uuid REFERENCES vconnect_inputs (id) ON DELETE SET NULL;
ALTER TABLE vconnect_inputs ADD COLUMN hold_ms integer NOT NULL DEFAULT 1000;
ALTER TABLE vconnect_inputs ADD COLUMN returns text NOT NULL DEFAULT 'after-hold';
ALTER TABLE vconnect_inputs ADD COLUMN return_after_s integer NOT NULL DEFAULT 10;
ALTER TABLE vconnect_inputs ADD COLUMN chosen_source text;
ALTER TABLE vconnect_inputs ADD COLUMN chosen_at timestamptz(3);
CREATE INDEX vconnect_inputs_backup ON vconnect_inputs (backup_input_id);

-- What the connects of an input with a backup get: its own stream or that of the backup, since when, why, and how much later.
ALTER TABLE vconnect_links ADD COLUMN source text;
ALTER TABLE vconnect_links ADD COLUMN source_at timestamptz(3);
ALTER TABLE vconnect_links ADD COLUMN source_reason text;
ALTER TABLE vconnect_links ADD COLUMN delay_ms integer;
