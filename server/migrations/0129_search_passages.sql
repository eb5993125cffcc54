-- Pieces of transcripts for the search. Terms are hashes of the environment and a word, so that a word of one environment
-- costs others nothing.
CREATE TABLE search_passages (
  environment_id uuid NOT NULL,
  content_id uuid NOT NULL,
  number integer NOT NULL,
  start_ms integer NOT NULL,
  end_ms integer NOT NULL,
  language text NOT NULL,
  text text NOT NULL,
  word_count integer NOT NULL,
  terms integer[] NOT NULL,
  PRIMARY KEY (content_id, number)
);
CREATE INDEX search_passages_terms ON search_passages USING gin (terms);

-- How many passages a transcript has, and by which rules they were made; 0 for transcripts that are not indexed yet.
ALTER TABLE transcripts ADD COLUMN passage_count integer NOT NULL DEFAULT 0;
ALTER TABLE transcripts ADD COLUMN terms_version integer NOT NULL DEFAULT 0;
CREATE INDEX transcripts_environment ON transcripts (environment_id);
