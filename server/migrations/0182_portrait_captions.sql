ALTER TABLE portraits
  ADD COLUMN captions boolean NOT NULL DEFAULT false,
  -- Whether the last render has captions.
  ADD COLUMN rendered_captions boolean NOT NULL DEFAULT false;
