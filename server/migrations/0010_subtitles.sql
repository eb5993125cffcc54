CREATE TABLE "subtitle_versions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"subtitle_id" uuid NOT NULL,
	"state" text NOT NULL,
	"name" text NOT NULL,
	"language_code" text NOT NULL,
	"closed_captions" boolean NOT NULL,
	"format" text NOT NULL,
	"cues" jsonb NOT NULL,
	"styles" text[] NOT NULL,
	"regions" text[] NOT NULL,
	"cue_count" integer NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "subtitles" (
	"id" uuid PRIMARY KEY NOT NULL,
	"content_id" uuid NOT NULL,
	"environment_id" uuid NOT NULL,
	"source_index" integer,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "contents" ADD COLUMN "subtitle_words" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "subtitle_versions" ADD CONSTRAINT "subtitle_versions_subtitle_id_subtitles_id_fk" FOREIGN KEY ("subtitle_id") REFERENCES "public"."subtitles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subtitles" ADD CONSTRAINT "subtitles_content_id_contents_id_fk" FOREIGN KEY ("content_id") REFERENCES "public"."contents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "subtitle_versions_state" ON "subtitle_versions" USING btree ("subtitle_id","state");--> statement-breakpoint
CREATE INDEX "subtitles_content" ON "subtitles" USING btree ("content_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "subtitles_source" ON "subtitles" USING btree ("content_id","source_index");