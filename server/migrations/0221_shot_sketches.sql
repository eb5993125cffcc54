ALTER TABLE analysis_shots
  ADD COLUMN sketch bytea,
  ADD COLUMN signs bit(106),
  ADD COLUMN sketch_version integer NOT NULL DEFAULT 0;
CREATE INDEX analysis_shots_signs ON analysis_shots (environment_id, content_id, number, signs);
CREATE INDEX analysis_shots_unsketched ON analysis_shots (sketch_version, content_id) WHERE number = 0;
