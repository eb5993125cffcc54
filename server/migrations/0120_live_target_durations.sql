-- Target duration of a session's playlists, which another node keeps.
ALTER TABLE live_sessions ADD COLUMN target_s integer NOT NULL DEFAULT 2;
