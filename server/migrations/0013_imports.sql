CREATE TABLE "import_rows" (
	"import_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"cells" text[] NOT NULL,
	"values" jsonb NOT NULL,
	"faults" jsonb NOT NULL,
	"state" text NOT NULL,
	"skip_reason" text,
	"error_id" text,
	"content_id" uuid,
	CONSTRAINT "import_rows_import_id_number_pk" PRIMARY KEY("import_id","number")
);
--> statement-breakpoint
CREATE TABLE "imports" (
	"id" uuid PRIMARY KEY NOT NULL,
	"environment_id" uuid NOT NULL,
	"file_name" text NOT NULL,
	"collection_id" uuid,
	"head" text[] NOT NULL,
	"mapping" jsonb NOT NULL,
	"playback_policy" text NOT NULL,
	"repeats" text NOT NULL,
	"row_count" integer NOT NULL,
	"created_by" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"started_at" timestamp (3) with time zone,
	"stop" text
);
--> statement-breakpoint
ALTER TABLE "import_rows" ADD CONSTRAINT "import_rows_import_id_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."imports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "imports" ADD CONSTRAINT "imports_collection_id_asset_collections_id_fk" FOREIGN KEY ("collection_id") REFERENCES "public"."asset_collections"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "import_rows_content" ON "import_rows" USING btree ("content_id");--> statement-breakpoint
CREATE INDEX "imports_newest" ON "imports" USING btree ("environment_id","created_at" DESC NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "imports_age" ON "imports" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "contents_source" ON "contents" USING btree ("environment_id",md5("source_url")) WHERE "contents"."source_url" IS NOT NULL;