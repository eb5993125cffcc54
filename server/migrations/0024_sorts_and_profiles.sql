ALTER TABLE "imports" ADD COLUMN "encoding_profile_id" uuid;--> statement-breakpoint
CREATE INDEX "contents_size" ON "contents" USING btree ("environment_id","source_bytes" NULLS FIRST,"id") WHERE "contents"."trashed_at" IS NULL;--> statement-breakpoint
CREATE INDEX "contents_resolution" ON "contents" USING btree ("environment_id","short_side" NULLS FIRST,"id") WHERE "contents"."trashed_at" IS NULL;--> statement-breakpoint
CREATE INDEX "contents_added_by" ON "contents" USING btree ("environment_id",lower("added_by") nulls first,"id") WHERE "contents"."trashed_at" IS NULL;--> statement-breakpoint
CREATE INDEX "contents_trash_newest" ON "contents" USING btree ("environment_id","trashed_at" NULLS FIRST,"id") WHERE "contents"."trashed_at" IS NOT NULL AND "contents"."trashed_with" IS NULL;