CREATE TABLE "playback_ids" (
	"id" text PRIMARY KEY NOT NULL,
	"content_id" uuid NOT NULL,
	"environment_id" uuid NOT NULL,
	"name" text NOT NULL,
	"policy" text NOT NULL,
	"restrictions" jsonb NOT NULL,
	"created_by" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "contents" ADD COLUMN "playback_name" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "contents" ADD COLUMN "playback_restrictions" jsonb DEFAULT '{"allowedReferrers":[],"allowNoReferrer":true,"playableFrom":null,"playableUntil":null}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "playback_ids" ADD CONSTRAINT "playback_ids_content_id_contents_id_fk" FOREIGN KEY ("content_id") REFERENCES "public"."contents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "playback_ids_content" ON "playback_ids" USING btree ("content_id","created_at");