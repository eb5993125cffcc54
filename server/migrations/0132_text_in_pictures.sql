-- Lines of text in the pictures of videos.
CREATE TABLE picture_texts (
  environment_id uuid NOT NULL,
  content_id uuid NOT NULL,
  at_ms integer NOT NULL,
  number integer NOT NULL,
  start_ms integer NOT NULL,
  end_ms integer NOT NULL,
  text text NOT NULL,
  language text NOT NULL,
  confidence double precision NOT NULL,
  box jsonb NOT NULL,
  PRIMARY KEY (content_id, at_ms, number)
);

-- Passages are of speech or of pictures.
ALTER TABLE search_passages ADD COLUMN place text NOT NULL DEFAULT 'speech';
ALTER TABLE search_passages DROP CONSTRAINT search_passages_pkey;
ALTER TABLE search_passages ADD PRIMARY KEY (content_id, place, number);
CREATE INDEX search_passages_pictures ON search_passages (environment_id) WHERE place <> 'speech';
