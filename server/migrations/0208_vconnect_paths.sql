-- Connections of one encoder that a listener merges.
ALTER TABLE vconnect_inputs ADD COLUMN paths integer NOT NULL DEFAULT 1;
