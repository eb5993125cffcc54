ALTER TABLE portraits ADD COLUMN captions boolean NOT NULL DEFAULT false;
