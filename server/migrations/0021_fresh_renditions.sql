CREATE TABLE "fresh_renditions" (
	"files_id" uuid PRIMARY KEY NOT NULL,
	"content_id" uuid NOT NULL,
	"rendition" jsonb NOT NULL
);
--> statement-breakpoint
ALTER TABLE "fresh_renditions" ADD CONSTRAINT "fresh_renditions_content_id_contents_id_fk" FOREIGN KEY ("content_id") REFERENCES "public"."contents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "fresh_renditions_content" ON "fresh_renditions" USING btree ("content_id");