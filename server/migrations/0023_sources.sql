DROP INDEX "subtitles_source";--> statement-breakpoint
ALTER TABLE "subtitles" ADD COLUMN "source_id" uuid;--> statement-breakpoint
ALTER TABLE "contents" ADD COLUMN "clip_source_id" uuid;--> statement-breakpoint
ALTER TABLE "thumbnails" ADD COLUMN "source_id" uuid;--> statement-breakpoint
CREATE UNIQUE INDEX "subtitles_source" ON "subtitles" USING btree ("content_id","source_index",coalesce("source_id", "content_id"));--> statement-breakpoint
UPDATE "contents" clip SET "clip_source_id" = origin."source_id" FROM "contents" origin
WHERE origin."id" = clip."clip_of" AND origin."source_id" IS NOT NULL;--> statement-breakpoint
-- What was drawn of a file that took the place of another lies at the place of the first one: it is drawn again when somebody asks.
UPDATE "contents" SET "has_poster" = false, "storyboard" = NULL, "has_waveform" = false, "images_error_id" = 'storage-failed'
WHERE "source_id" IS NOT NULL;
