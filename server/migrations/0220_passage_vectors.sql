ALTER TABLE transcripts ADD COLUMN vectors_version integer NOT NULL DEFAULT 0;
CREATE TABLE passage_vectors (
  environment_id uuid NOT NULL,
  content_id uuid NOT NULL,
  number integer NOT NULL,
  piece integer NOT NULL,
  bits bit(512) NOT NULL,
  vector bytea NOT NULL,
  PRIMARY KEY (content_id, number, piece)
);
CREATE INDEX passage_vectors_bits ON passage_vectors (environment_id, content_id, number, piece, bits);
