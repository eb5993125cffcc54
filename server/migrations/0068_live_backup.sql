ALTER TABLE live_streams ADD COLUMN backup_connected boolean NOT NULL DEFAULT false;
