-- Programme and partner that the embedding page names.
ALTER TABLE ad_viewers
  ADD COLUMN programme text NOT NULL DEFAULT '',
  ADD COLUMN partner text NOT NULL DEFAULT '';
