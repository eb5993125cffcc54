-- How a file is known to be whole, and what becomes of the files beside it.
ALTER TABLE watch_folders ADD COLUMN settle text NOT NULL DEFAULT 'quiet';
ALTER TABLE watch_folders ADD COLUMN marker text NOT NULL DEFAULT '.done';
ALTER TABLE watch_folders ADD COLUMN manifest text NOT NULL DEFAULT 'manifest.*';
ALTER TABLE watch_folders ADD COLUMN sidecars text NOT NULL DEFAULT 'ignore';

-- The files that belong to it, as they were when they were used.
ALTER TABLE watch_files ADD COLUMN companions jsonb NOT NULL DEFAULT '[]';
-- What its manifest says of its bytes.
ALTER TABLE watch_files ADD COLUMN checksums jsonb;
