-- Live streams as inputs and destinations.
ALTER TABLE vconnect_inputs ADD COLUMN livestream_id uuid;
ALTER TABLE vconnect_destinations ADD COLUMN livestream_id uuid;
