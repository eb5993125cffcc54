CREATE TABLE "removals" (
	"id" uuid PRIMARY KEY NOT NULL,
	"environment_id" uuid NOT NULL,
	"prefix" text NOT NULL,
	"files_id" uuid,
	"multipart_key" text,
	"multipart_id" text,
	"due_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "removals_due" ON "removals" USING btree ("due_at");