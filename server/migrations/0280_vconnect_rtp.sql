-- Forward error correction of RTP: none, columns, or rows-and-columns, with the matrix of a destination.
ALTER TABLE vconnect_inputs ADD COLUMN fec text NOT NULL DEFAULT 'none';
ALTER TABLE vconnect_destinations ADD COLUMN fec text NOT NULL DEFAULT 'none';
ALTER TABLE vconnect_destinations ADD COLUMN fec_columns integer NOT NULL DEFAULT 10;
ALTER TABLE vconnect_destinations ADD COLUMN fec_rows integer NOT NULL DEFAULT 5;
