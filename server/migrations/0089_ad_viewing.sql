-- Whether viewers may seek over ads, and who counts what they see: the server or the player.
ALTER TABLE ad_channels
  ADD COLUMN allow_seek_over_ads boolean NOT NULL DEFAULT false,
  ADD COLUMN tracking text NOT NULL DEFAULT 'server';
