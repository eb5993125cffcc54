INSERT INTO "audio_tracks" ("id", "content_id", "environment_id", "rendition_name", "is_added", "position", "name", "language_code", "role", "is_default", "status", "progress", "created_at")
SELECT gen_random_uuid(), r."content_id", c."environment_id", r."name", false, r."position" - 100, r."label", r."language", 'main', r."is_default", 'ready', 1, c."created_at"
FROM "renditions" r JOIN "contents" c ON c."id" = r."content_id"
WHERE r."type" = 'audio';
