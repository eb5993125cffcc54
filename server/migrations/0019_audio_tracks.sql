CREATE TABLE "audio_tracks" (
	"id" uuid PRIMARY KEY NOT NULL,
	"content_id" uuid NOT NULL,
	"environment_id" uuid NOT NULL,
	"rendition_name" text NOT NULL,
	"is_added" boolean NOT NULL,
	"position" integer NOT NULL,
	"name" text,
	"language_code" text,
	"role" text NOT NULL,
	"is_default" boolean NOT NULL,
	"status" text NOT NULL,
	"progress" real DEFAULT 0 NOT NULL,
	"error_id" text,
	"file_name" text,
	"source_url" text,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
DROP INDEX "uploads_content";--> statement-breakpoint
ALTER TABLE "contents" ADD COLUMN "source_id" uuid;--> statement-breakpoint
ALTER TABLE "uploads" ADD COLUMN "kind" text DEFAULT 'source' NOT NULL;--> statement-breakpoint
ALTER TABLE "uploads" ADD COLUMN "target_id" uuid;--> statement-breakpoint
ALTER TABLE "audio_tracks" ADD CONSTRAINT "audio_tracks_content_id_contents_id_fk" FOREIGN KEY ("content_id") REFERENCES "public"."contents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "audio_tracks_rendition" ON "audio_tracks" USING btree ("content_id","rendition_name");--> statement-breakpoint
CREATE UNIQUE INDEX "audio_tracks_default" ON "audio_tracks" USING btree ("content_id") WHERE "audio_tracks"."is_default";--> statement-breakpoint
CREATE UNIQUE INDEX "uploads_first" ON "uploads" USING btree ("content_id") WHERE "uploads"."kind" = 'source';--> statement-breakpoint
CREATE UNIQUE INDEX "uploads_target" ON "uploads" USING btree ("target_id") WHERE "uploads"."target_id" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "uploads_content" ON "uploads" USING btree ("content_id");