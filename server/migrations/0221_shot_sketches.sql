ALTER TABLE analysis_shots
  ADD COLUMN sketch bytea,
  ADD COLUMN signs bit(106),
  ADD COLUMN sketch_version integer NOT NULL DEFAULT 0;
-- Empty at first, so that it is made at once.
CREATE INDEX analysis_shots_signs ON analysis_shots (environment_id, content_id, number, signs)
  WHERE signs IS NOT NULL;
CREATE INDEX analysis_shots_unsketched ON analysis_shots (sketch_version, content_id) WHERE number = 0;
