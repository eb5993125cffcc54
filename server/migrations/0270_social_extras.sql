-- Thumbnails and captions that follow a video to its network, and what became of them.
ALTER TABLE social_posts
  ADD COLUMN with_thumbnail boolean NOT NULL DEFAULT false,
  ADD COLUMN with_captions boolean NOT NULL DEFAULT false,
  ADD COLUMN extras jsonb NOT NULL DEFAULT '[]';
