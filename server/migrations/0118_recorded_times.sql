-- The live stream of a recording and of its clips, and the wall-clock times of a recording.
ALTER TABLE contents
  ADD COLUMN stream_id uuid,
  ADD COLUMN recorded_from timestamptz(3),
  ADD COLUMN recorded_to timestamptz(3);
UPDATE contents SET stream_id = recording.stream_id, recorded_from = recording.started_at,
    recorded_to = recording.ended_at
  FROM live_recordings AS recording WHERE recording.content_id = contents.id;
UPDATE contents SET stream_id = recording.stream_id
  FROM live_recordings AS recording WHERE recording.content_id = contents.clip_of;
