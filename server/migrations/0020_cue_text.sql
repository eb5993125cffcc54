-- The server passes cues on as text, because parsing them all would hold up other requests.
ALTER TABLE "subtitle_versions" ALTER COLUMN "cues" TYPE text USING "cues"::text;
