CREATE EXTENSION IF NOT EXISTS pg_trgm;
CREATE TABLE "audit_trail" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"environment_id" uuid,
	"action" text NOT NULL,
	"actor_kind" text NOT NULL,
	"actor_id" uuid,
	"actor_name" text NOT NULL,
	"impersonator" text,
	"object_type" text NOT NULL,
	"object_id" uuid NOT NULL,
	"object_name" text NOT NULL,
	"before" jsonb,
	"after" jsonb,
	"created_at" timestamp (3) with time zone NOT NULL
);

CREATE TABLE "event_subscriptions" (
	"name" text PRIMARY KEY NOT NULL,
	"transaction_id" "xid8" NOT NULL,
	"event_id" uuid NOT NULL
);

CREATE TABLE "failed_events" (
	"id" uuid PRIMARY KEY NOT NULL,
	"subscription" text NOT NULL,
	"event_id" uuid NOT NULL,
	"event_created_at" timestamp (3) with time zone NOT NULL,
	"event_type" text NOT NULL,
	"environment_id" uuid NOT NULL,
	"attempts" integer NOT NULL,
	"error" text NOT NULL,
	"failed_at" timestamp (3) with time zone NOT NULL,
	"next_attempt_at" timestamp (3) with time zone
);

CREATE TABLE "idempotency" (
	"owner" text NOT NULL,
	"key" text NOT NULL,
	"request_hash" text NOT NULL,
	"status" integer,
	"body" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "idempotency_owner_key_pk" PRIMARY KEY("owner","key")
);

CREATE TABLE "installation" (
	"name" text PRIMARY KEY NOT NULL,
	"value" text NOT NULL
);

CREATE TABLE "outbox" (
	"transaction_id" "xid8" DEFAULT pg_current_xact_id() NOT NULL,
	"id" uuid NOT NULL,
	"environment_id" uuid NOT NULL,
	"type" text NOT NULL,
	"object_type" text NOT NULL,
	"object_id" uuid NOT NULL,
	"data" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "outbox_id_created_at_pk" PRIMARY KEY("id","created_at")
) PARTITION BY RANGE ("created_at");

CREATE TABLE "outbox_default" PARTITION OF "outbox" DEFAULT;

CREATE TABLE "deliveries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"webhook_id" uuid NOT NULL,
	"event_id" uuid NOT NULL,
	"event_type" text NOT NULL,
	"body" text NOT NULL,
	"is_test" boolean DEFAULT false NOT NULL,
	"status" text NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"failures" integer DEFAULT 0 NOT NULL,
	"answer_status" smallint,
	"took_ms" real,
	"created_at" timestamp (3) with time zone NOT NULL,
	"queued_at" timestamp (3) with time zone NOT NULL,
	"next_attempt_at" timestamp (3) with time zone,
	"claimed_until" timestamp (3) with time zone
);

CREATE TABLE "delivery_attempts" (
	"delivery_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"answer_status" smallint,
	"took_ms" real NOT NULL,
	"fault" text,
	"request_headers" jsonb NOT NULL,
	"answer_headers" jsonb,
	"answer_body" text,
	CONSTRAINT "delivery_attempts_delivery_id_number_pk" PRIMARY KEY("delivery_id","number")
);

CREATE TABLE "request_logs" (
	"transaction_id" "xid8" DEFAULT pg_current_xact_id() NOT NULL,
	"id" uuid NOT NULL,
	"scope_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"method" text NOT NULL,
	"url" text NOT NULL,
	"status" smallint NOT NULL,
	"took_ms" real NOT NULL,
	"actor_kind" text,
	"actor_id" uuid,
	"actor_name" text,
	"impersonator" text,
	"description" text NOT NULL,
	"request_id" text NOT NULL,
	"address" text,
	"object_id" uuid,
	"request_body" text,
	"response_body" text,
	CONSTRAINT "request_logs_id_created_at_pk" PRIMARY KEY("id","created_at")
) PARTITION BY RANGE ("created_at");

ALTER TABLE "request_logs" ALTER COLUMN "url" SET STORAGE MAIN, ALTER COLUMN "description" SET STORAGE MAIN;

CREATE TABLE "request_logs_default" PARTITION OF "request_logs" DEFAULT;

CREATE TABLE "webhooks" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"environment_id" uuid NOT NULL,
	"url" text NOT NULL,
	"event_types" text[] NOT NULL,
	"status" text NOT NULL,
	"disabled_because" text,
	"secret" text NOT NULL,
	"secret_hint" text NOT NULL,
	"previous_secret" text,
	"rotating_until" timestamp (3) with time zone,
	"failing_since" timestamp (3) with time zone,
	"active_since" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"created_by" uuid NOT NULL,
	"created_by_name" text NOT NULL
);

CREATE TABLE "api_tokens" (
	"id" uuid PRIMARY KEY NOT NULL,
	"environment_id" uuid NOT NULL,
	"name" text NOT NULL,
	"permission" text[] NOT NULL,
	"secret_hash" "bytea" NOT NULL,
	"created_by" uuid NOT NULL,
	"created_by_name" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_used_at" timestamp (3) with time zone,
	"expires_at" timestamp (3) with time zone,
	"revoked_at" timestamp (3) with time zone
);

CREATE TABLE "environment_roles" (
	"environment_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"role_id" uuid NOT NULL,
	CONSTRAINT "environment_roles_user_id_environment_id_pk" PRIMARY KEY("user_id","environment_id")
);

CREATE TABLE "environments" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"name" text NOT NULL,
	"type" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);

CREATE TABLE "invitations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"email" text NOT NULL,
	"role_id" uuid NOT NULL,
	"token_hash" "bytea",
	"invited_by" uuid NOT NULL,
	"invited_by_name" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);

CREATE TABLE "members" (
	"organization_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"role_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "members_user_id_organization_id_pk" PRIMARY KEY("user_id","organization_id")
);

CREATE TABLE "one_time_codes" (
	"email_hash" "bytea" NOT NULL,
	"purpose" text NOT NULL,
	"code_hash" text NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"sent_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "one_time_codes_email_hash_purpose_pk" PRIMARY KEY("email_hash","purpose")
);

CREATE TABLE "organizations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"is_active" boolean NOT NULL,
	"is_subscribed" boolean NOT NULL,
	"alert_message" text,
	"title" text,
	"logo_key" text,
	"settings" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);

CREATE TABLE "recovery_codes" (
	"user_id" uuid NOT NULL,
	"code_hash" "bytea" NOT NULL,
	"used_at" timestamp (3) with time zone,
	CONSTRAINT "recovery_codes_user_id_code_hash_pk" PRIMARY KEY("user_id","code_hash")
);

CREATE TABLE "roles" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"name" text NOT NULL,
	"built_in" text,
	"permissions" text,
	"created_at" timestamp (3) with time zone NOT NULL
);

CREATE TABLE "sessions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"token_hash" "bytea" NOT NULL,
	"impersonator_id" uuid,
	"impersonator_name" text,
	"user_agent" text,
	"address" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_seen_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"revoked_at" timestamp (3) with time zone
);

CREATE TABLE "sign_in_failures" (
	"email_hash" "bytea" PRIMARY KEY NOT NULL,
	"failures" integer NOT NULL,
	"locked_until" timestamp (3) with time zone,
	"updated_at" timestamp (3) with time zone NOT NULL
);

CREATE TABLE "signing_keys" (
	"id" uuid PRIMARY KEY NOT NULL,
	"environment_id" uuid NOT NULL,
	"product" text NOT NULL,
	"public_key" text NOT NULL,
	"created_by" uuid NOT NULL,
	"created_by_name" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);

CREATE TABLE "users" (
	"id" uuid PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"password_hash" text,
	"google_subject" text,
	"first_name" text NOT NULL,
	"last_name" text NOT NULL,
	"is_admin" boolean NOT NULL,
	"language" text DEFAULT 'en' NOT NULL,
	"verified_at" timestamp (3) with time zone,
	"totp_secret" text,
	"totp_confirmed_at" timestamp (3) with time zone,
	"totp_used_step" integer,
	"created_at" timestamp (3) with time zone NOT NULL
);

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

CREATE TABLE "asset_collections" (
	"id" uuid PRIMARY KEY NOT NULL,
	"environment_id" uuid NOT NULL,
	"parent_id" uuid,
	"name" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"trashed_at" timestamp (3) with time zone,
	"trashed_with" uuid
);

CREATE TABLE "content_counts" (
	"environment_id" uuid NOT NULL,
	"collection_id" uuid,
	"status" text NOT NULL,
	"is_trashed" boolean NOT NULL,
	"change" bigint NOT NULL,
	"bytes" bigint NOT NULL
);

CREATE TABLE "contents" (
	"id" uuid PRIMARY KEY NOT NULL,
	"environment_id" uuid NOT NULL,
	"title" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"tags" text[] DEFAULT '{}' NOT NULL,
	"metadata" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"external_id" text,
	"subtitle_words" text DEFAULT '' NOT NULL,
	"search_text" text NOT NULL,
	"search_version" smallint DEFAULT 0 NOT NULL,
	"status" text NOT NULL,
	"stage" text,
	"playable" boolean DEFAULT false NOT NULL,
	"progress" real DEFAULT 0 NOT NULL,
	"error_id" text,
	"duration_s" double precision,
	"short_side" integer,
	"playback_policy" text NOT NULL,
	"playback_id" text NOT NULL,
	"playback_name" text DEFAULT '' NOT NULL,
	"playback_restrictions" jsonb DEFAULT '{"allowedReferrers":[],"allowNoReferrer":true,"playableFrom":null,"playableUntil":null}'::jsonb NOT NULL,
	"category" text DEFAULT 'Video' NOT NULL,
	"file_name" text,
	"source_url" text,
	"source_bytes" bigint,
	"is_test" boolean DEFAULT false NOT NULL,
	"source_id" uuid,
	"profile" jsonb,
	"reencode" jsonb,
	"analysis" jsonb,
	"has_poster" boolean DEFAULT false NOT NULL,
	"poster_id" uuid,
	"storyboard" jsonb,
	"has_waveform" boolean DEFAULT false NOT NULL,
	"images_error_id" text,
	"added_by" text,
	"clip_of" uuid,
	"clip_source_id" uuid,
	"clip_start_s" double precision,
	"clip_end_s" double precision,
	"collection_id" uuid,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone,
	"trashed_at" timestamp (3) with time zone,
	"trashed_with" uuid
);

CREATE TABLE "removals" (
	"id" uuid PRIMARY KEY NOT NULL,
	"environment_id" uuid NOT NULL,
	"prefix" text NOT NULL,
	"files_id" uuid,
	"multipart_key" text,
	"multipart_id" text,
	"due_at" timestamp (3) with time zone NOT NULL
);

CREATE TABLE "renditions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"content_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"name" text NOT NULL,
	"type" text NOT NULL,
	"codec" text DEFAULT 'h264' NOT NULL,
	"is_original" boolean NOT NULL,
	"width" integer,
	"height" integer,
	"frame_rate" double precision,
	"bitrate" integer NOT NULL,
	"language" text,
	"label" text,
	"is_default" boolean DEFAULT false NOT NULL,
	"channels" integer,
	"status" text NOT NULL,
	"progress" real DEFAULT 0 NOT NULL,
	"error_id" text,
	"files_id" uuid NOT NULL,
	"codecs" text,
	"ended" boolean DEFAULT false NOT NULL,
	"size_bytes" bigint,
	"download_error_id" text,
	"download_error_told" boolean DEFAULT false NOT NULL
);

CREATE TABLE "uploads" (
	"id" uuid PRIMARY KEY NOT NULL,
	"content_id" uuid NOT NULL,
	"environment_id" uuid NOT NULL,
	"file_name" text NOT NULL,
	"file_size" bigint NOT NULL,
	"part_size" integer NOT NULL,
	"part_count" integer NOT NULL,
	"kind" text DEFAULT 'source' NOT NULL,
	"target_id" uuid,
	"multipart_id" text NOT NULL,
	"status" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"touched_at" timestamp (3) with time zone NOT NULL
);

CREATE TABLE "encoding_profiles" (
	"id" uuid PRIMARY KEY NOT NULL,
	"environment_id" uuid NOT NULL,
	"name" text NOT NULL,
	"settings" jsonb NOT NULL,
	"watermark_id" text,
	"is_default" boolean DEFAULT false NOT NULL,
	"created_by" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);

CREATE TABLE "former_renditions" (
	"files_id" uuid PRIMARY KEY NOT NULL,
	"content_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"rendition" jsonb NOT NULL,
	"until" timestamp (3) with time zone NOT NULL
);

CREATE TABLE "fresh_renditions" (
	"files_id" uuid PRIMARY KEY NOT NULL,
	"content_id" uuid NOT NULL,
	"rendition" jsonb NOT NULL
);

CREATE TABLE "rendition_segments" (
	"content_id" uuid NOT NULL,
	"output_id" uuid NOT NULL,
	"first" integer NOT NULL,
	"segments" jsonb NOT NULL,
	CONSTRAINT "rendition_segments_output_id_first_pk" PRIMARY KEY("output_id","first")
);

CREATE TABLE "thumbnails" (
	"id" uuid PRIMARY KEY NOT NULL,
	"content_id" uuid NOT NULL,
	"environment_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"origin" text NOT NULL,
	"format" text NOT NULL,
	"source_id" uuid,
	"start_s" double precision,
	"end_s" double precision,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"size_bytes" integer NOT NULL,
	"file_name" text,
	"created_by" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);

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

CREATE TABLE "imports" (
	"id" uuid PRIMARY KEY NOT NULL,
	"environment_id" uuid NOT NULL,
	"file_name" text NOT NULL,
	"collection_id" uuid,
	"head" text[] NOT NULL,
	"mapping" jsonb NOT NULL,
	"playback_policy" text NOT NULL,
	"encoding_profile_id" uuid,
	"repeats" text NOT NULL,
	"is_test" boolean DEFAULT false NOT NULL,
	"row_count" integer NOT NULL,
	"created_by" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"started_at" timestamp (3) with time zone,
	"stop" text
);

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

CREATE TABLE "saved_views" (
	"id" uuid PRIMARY KEY NOT NULL,
	"environment_id" uuid NOT NULL,
	"list" text NOT NULL,
	"name" text NOT NULL,
	"search" jsonb NOT NULL,
	"is_shared" boolean NOT NULL,
	"created_by" uuid NOT NULL,
	"created_by_name" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);

CREATE TABLE "social_clips" (
	"content_id" uuid PRIMARY KEY NOT NULL,
	"recipe" jsonb NOT NULL
);

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

CREATE TABLE "subtitles" (
	"id" uuid PRIMARY KEY NOT NULL,
	"content_id" uuid NOT NULL,
	"environment_id" uuid NOT NULL,
	"source_index" integer,
	"source_id" uuid,
	"created_at" timestamp (3) with time zone NOT NULL
);

ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_webhook_id_webhooks_id_fk" FOREIGN KEY ("webhook_id") REFERENCES "public"."webhooks"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "delivery_attempts" ADD CONSTRAINT "delivery_attempts_delivery_id_deliveries_id_fk" FOREIGN KEY ("delivery_id") REFERENCES "public"."deliveries"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "api_tokens" ADD CONSTRAINT "api_tokens_environment_id_environments_id_fk" FOREIGN KEY ("environment_id") REFERENCES "public"."environments"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "api_tokens" ADD CONSTRAINT "api_tokens_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "environment_roles" ADD CONSTRAINT "environment_roles_environment_id_environments_id_fk" FOREIGN KEY ("environment_id") REFERENCES "public"."environments"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "environment_roles" ADD CONSTRAINT "environment_roles_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "environment_roles" ADD CONSTRAINT "environment_roles_role_id_roles_id_fk" FOREIGN KEY ("role_id") REFERENCES "public"."roles"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "environments" ADD CONSTRAINT "environments_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_role_id_roles_id_fk" FOREIGN KEY ("role_id") REFERENCES "public"."roles"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "members" ADD CONSTRAINT "members_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "members" ADD CONSTRAINT "members_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "members" ADD CONSTRAINT "members_role_id_roles_id_fk" FOREIGN KEY ("role_id") REFERENCES "public"."roles"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "recovery_codes" ADD CONSTRAINT "recovery_codes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "roles" ADD CONSTRAINT "roles_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "signing_keys" ADD CONSTRAINT "signing_keys_environment_id_environments_id_fk" FOREIGN KEY ("environment_id") REFERENCES "public"."environments"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "audio_tracks" ADD CONSTRAINT "audio_tracks_content_id_contents_id_fk" FOREIGN KEY ("content_id") REFERENCES "public"."contents"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "asset_collections" ADD CONSTRAINT "asset_collections_parent_id_asset_collections_id_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."asset_collections"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "contents" ADD CONSTRAINT "contents_collection_id_asset_collections_id_fk" FOREIGN KEY ("collection_id") REFERENCES "public"."asset_collections"("id") ON DELETE set null ON UPDATE no action;
ALTER TABLE "renditions" ADD CONSTRAINT "renditions_content_id_contents_id_fk" FOREIGN KEY ("content_id") REFERENCES "public"."contents"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "uploads" ADD CONSTRAINT "uploads_content_id_contents_id_fk" FOREIGN KEY ("content_id") REFERENCES "public"."contents"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "former_renditions" ADD CONSTRAINT "former_renditions_content_id_contents_id_fk" FOREIGN KEY ("content_id") REFERENCES "public"."contents"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "fresh_renditions" ADD CONSTRAINT "fresh_renditions_content_id_contents_id_fk" FOREIGN KEY ("content_id") REFERENCES "public"."contents"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "rendition_segments" ADD CONSTRAINT "rendition_segments_content_id_contents_id_fk" FOREIGN KEY ("content_id") REFERENCES "public"."contents"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "thumbnails" ADD CONSTRAINT "thumbnails_content_id_contents_id_fk" FOREIGN KEY ("content_id") REFERENCES "public"."contents"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "import_rows" ADD CONSTRAINT "import_rows_import_id_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."imports"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "imports" ADD CONSTRAINT "imports_collection_id_asset_collections_id_fk" FOREIGN KEY ("collection_id") REFERENCES "public"."asset_collections"("id") ON DELETE set null ON UPDATE no action;
ALTER TABLE "playback_ids" ADD CONSTRAINT "playback_ids_content_id_contents_id_fk" FOREIGN KEY ("content_id") REFERENCES "public"."contents"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "social_clips" ADD CONSTRAINT "social_clips_content_id_contents_id_fk" FOREIGN KEY ("content_id") REFERENCES "public"."contents"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "subtitle_versions" ADD CONSTRAINT "subtitle_versions_subtitle_id_subtitles_id_fk" FOREIGN KEY ("subtitle_id") REFERENCES "public"."subtitles"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "subtitles" ADD CONSTRAINT "subtitles_content_id_contents_id_fk" FOREIGN KEY ("content_id") REFERENCES "public"."contents"("id") ON DELETE cascade ON UPDATE no action;
CREATE INDEX "audit_newest" ON "audit_trail" USING btree ("organization_id","created_at","id");
CREATE UNIQUE INDEX "failed_events_event" ON "failed_events" USING btree ("subscription","event_id");
CREATE INDEX "failed_events_due" ON "failed_events" USING btree ("next_attempt_at") WHERE "failed_events"."next_attempt_at" IS NOT NULL;
CREATE INDEX "failed_events_dead" ON "failed_events" USING btree ("failed_at","id") WHERE "failed_events"."next_attempt_at" IS NULL;
CREATE INDEX "idempotency_age" ON "idempotency" USING btree ("created_at");
CREATE INDEX "outbox_follow" ON "outbox" USING btree ("environment_id","transaction_id","id");
CREATE INDEX "outbox_follow_all" ON "outbox" USING btree ("transaction_id","id");
CREATE INDEX "outbox_newest" ON "outbox" USING btree ("environment_id","created_at","id");
CREATE INDEX "outbox_type" ON "outbox" USING btree ("environment_id","type","created_at","id");
CREATE INDEX "outbox_object" ON "outbox" USING btree ("object_id","created_at","id");
CREATE UNIQUE INDEX "deliveries_event" ON "deliveries" USING btree ("webhook_id","event_id");
CREATE INDEX "deliveries_newest" ON "deliveries" USING btree ("webhook_id","created_at","id");
CREATE INDEX "deliveries_status" ON "deliveries" USING btree ("webhook_id","status","created_at","id");
CREATE INDEX "deliveries_due" ON "deliveries" USING btree ("webhook_id","next_attempt_at","id") WHERE "deliveries"."status" = 'pending';
CREATE INDEX "deliveries_age" ON "deliveries" USING btree ("created_at");
CREATE INDEX "request_logs_follow" ON "request_logs" USING btree ("scope_id","transaction_id","id");
CREATE INDEX "request_logs_newest" ON "request_logs" USING btree ("scope_id","created_at","id");
CREATE INDEX "request_logs_kind" ON "request_logs" USING btree ("scope_id","method",("status" / 100),"created_at","id");
CREATE INDEX "request_logs_object" ON "request_logs" USING btree ("object_id","created_at","id") WHERE "request_logs"."object_id" IS NOT NULL;
CREATE INDEX "webhooks_environment" ON "webhooks" USING btree ("environment_id","created_at","id");
CREATE UNIQUE INDEX "api_tokens_secret" ON "api_tokens" USING btree ("secret_hash");
CREATE INDEX "api_tokens_environment" ON "api_tokens" USING btree ("environment_id","created_at" DESC NULLS FIRST);
CREATE UNIQUE INDEX "environments_name" ON "environments" USING btree ("organization_id",lower("name"));
CREATE UNIQUE INDEX "invitations_email" ON "invitations" USING btree ("organization_id",lower("email"));
CREATE UNIQUE INDEX "invitations_token" ON "invitations" USING btree ("token_hash");
CREATE INDEX "members_organization" ON "members" USING btree ("organization_id");
CREATE UNIQUE INDEX "roles_name" ON "roles" USING btree ("organization_id",lower("name"));
CREATE UNIQUE INDEX "sessions_token" ON "sessions" USING btree ("token_hash");
CREATE INDEX "sessions_user" ON "sessions" USING btree ("user_id");
CREATE INDEX "signing_keys_environment" ON "signing_keys" USING btree ("environment_id","created_at" DESC NULLS FIRST);
CREATE UNIQUE INDEX "users_email" ON "users" USING btree (lower("email"));
CREATE UNIQUE INDEX "users_google" ON "users" USING btree ("google_subject");
CREATE UNIQUE INDEX "audio_tracks_rendition" ON "audio_tracks" USING btree ("content_id","rendition_name");
CREATE UNIQUE INDEX "audio_tracks_default" ON "audio_tracks" USING btree ("content_id") WHERE "audio_tracks"."is_default";
CREATE INDEX "asset_collections_level" ON "asset_collections" USING btree ("environment_id","parent_id",lower("name"));
CREATE INDEX "asset_collections_parent" ON "asset_collections" USING btree ("parent_id");
CREATE INDEX "asset_collections_trash" ON "asset_collections" USING btree ("trashed_at") WHERE "asset_collections"."trashed_at" IS NOT NULL;
CREATE INDEX "content_counts_environment" ON "content_counts" USING btree ("environment_id","status");
CREATE INDEX "content_counts_collection" ON "content_counts" USING btree ("collection_id");
CREATE UNIQUE INDEX "contents_playback" ON "contents" USING btree ("playback_id");
CREATE INDEX "contents_newest" ON "contents" USING btree ("environment_id","created_at" DESC NULLS FIRST,"id") WHERE "contents"."trashed_at" IS NULL;
CREATE INDEX "contents_title" ON "contents" USING btree ("environment_id",lower("title"),"id") WHERE "contents"."trashed_at" IS NULL;
CREATE INDEX "contents_duration" ON "contents" USING btree ("environment_id","duration_s","id") WHERE "contents"."trashed_at" IS NULL;
CREATE INDEX "contents_size" ON "contents" USING btree ("environment_id","source_bytes" NULLS FIRST,"id") WHERE "contents"."trashed_at" IS NULL;
CREATE INDEX "contents_resolution" ON "contents" USING btree ("environment_id","short_side" NULLS FIRST,"id") WHERE "contents"."trashed_at" IS NULL;
CREATE INDEX "contents_added_by" ON "contents" USING btree ("environment_id",lower("added_by") nulls first,"id") WHERE "contents"."trashed_at" IS NULL;
CREATE INDEX "contents_status" ON "contents" USING btree ("environment_id","status","created_at" DESC NULLS FIRST) WHERE "contents"."trashed_at" IS NULL;
CREATE INDEX "contents_collection" ON "contents" USING btree ("collection_id","created_at" DESC NULLS FIRST,"id");
CREATE INDEX "contents_loose" ON "contents" USING btree ("environment_id","created_at" DESC NULLS FIRST,"id") WHERE "contents"."collection_id" IS NULL AND "contents"."trashed_at" IS NULL;
CREATE INDEX "contents_trash" ON "contents" USING btree ("trashed_at") WHERE "contents"."trashed_at" IS NOT NULL;
CREATE INDEX "contents_trash_newest" ON "contents" USING btree ("environment_id","trashed_at" NULLS FIRST,"id") WHERE "contents"."trashed_at" IS NOT NULL AND "contents"."trashed_with" IS NULL;
CREATE INDEX "contents_search" ON "contents" USING gin ("search_text" gin_trgm_ops);
CREATE INDEX "contents_tags" ON "contents" USING gin ("tags");
CREATE INDEX "contents_metadata" ON "contents" USING gin ("metadata" jsonb_path_ops);
CREATE INDEX "contents_external" ON "contents" USING btree ("environment_id","external_id") WHERE "contents"."external_id" IS NOT NULL;
CREATE INDEX "contents_source" ON "contents" USING btree ("environment_id",md5("source_url")) WHERE "contents"."source_url" IS NOT NULL;
CREATE INDEX "contents_clips" ON "contents" USING btree ("clip_of","created_at" DESC NULLS FIRST,"id") WHERE "contents"."clip_of" IS NOT NULL;
CREATE INDEX "contents_social" ON "contents" USING btree ("environment_id","created_at" DESC NULLS FIRST,"id") WHERE "contents"."category" = 'SocialClip' AND "contents"."trashed_at" IS NULL;
CREATE INDEX "contents_stale_search" ON "contents" USING btree ("search_version");
CREATE INDEX "contents_expiry" ON "contents" USING btree ("expires_at") WHERE "contents"."expires_at" IS NOT NULL;
CREATE INDEX "removals_due" ON "removals" USING btree ("due_at");
CREATE UNIQUE INDEX "renditions_name" ON "renditions" USING btree ("content_id","name");
CREATE UNIQUE INDEX "renditions_files" ON "renditions" USING btree ("files_id");
CREATE UNIQUE INDEX "uploads_first" ON "uploads" USING btree ("content_id") WHERE "uploads"."kind" = 'source';
CREATE UNIQUE INDEX "uploads_target" ON "uploads" USING btree ("target_id") WHERE "uploads"."target_id" IS NOT NULL;
CREATE INDEX "uploads_content" ON "uploads" USING btree ("content_id");
CREATE INDEX "uploads_pending" ON "uploads" USING btree ("touched_at") WHERE "uploads"."status" = 'pending';
CREATE UNIQUE INDEX "encoding_profiles_name" ON "encoding_profiles" USING btree ("environment_id",lower("name"));
CREATE UNIQUE INDEX "encoding_profiles_default" ON "encoding_profiles" USING btree ("environment_id") WHERE "encoding_profiles"."is_default";
CREATE INDEX "former_renditions_content" ON "former_renditions" USING btree ("content_id");
CREATE INDEX "former_renditions_until" ON "former_renditions" USING btree ("until");
CREATE INDEX "fresh_renditions_content" ON "fresh_renditions" USING btree ("content_id");
CREATE INDEX "rendition_segments_content" ON "rendition_segments" USING btree ("content_id");
CREATE INDEX "thumbnails_content" ON "thumbnails" USING btree ("content_id","id");
CREATE UNIQUE INDEX "import_rows_content" ON "import_rows" USING btree ("content_id");
CREATE INDEX "imports_newest" ON "imports" USING btree ("environment_id","created_at" DESC NULLS FIRST,"id");
CREATE INDEX "imports_age" ON "imports" USING btree ("created_at");
CREATE INDEX "playback_ids_content" ON "playback_ids" USING btree ("content_id","created_at");
CREATE UNIQUE INDEX "saved_views_name" ON "saved_views" USING btree ("environment_id","list","created_by",lower("name"));
CREATE INDEX "saved_views_shared" ON "saved_views" USING btree ("environment_id","list") WHERE "saved_views"."is_shared";
CREATE UNIQUE INDEX "subtitle_versions_state" ON "subtitle_versions" USING btree ("subtitle_id","state");
CREATE INDEX "subtitles_content" ON "subtitles" USING btree ("content_id","id");
CREATE UNIQUE INDEX "subtitles_source" ON "subtitles" USING btree ("content_id","source_index",coalesce("source_id", "content_id"));

-- What follows has no form in Drizzle: it is written by hand.
CREATE UNIQUE INDEX "asset_collections_name" ON "asset_collections" ("environment_id", "parent_id", lower("name")) NULLS NOT DISTINCT WHERE "trashed_at" IS NULL;

CREATE FUNCTION audit_trail_stays() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	RAISE EXCEPTION 'the audit trail is append-only';
END $$;

CREATE TRIGGER audit_trail_stays BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_trail
	FOR EACH STATEMENT EXECUTE FUNCTION audit_trail_stays();

CREATE FUNCTION record_content_counts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	CASE TG_OP
		WHEN 'INSERT' THEN
			INSERT INTO content_counts (environment_id, collection_id, status, is_trashed, change, bytes)
			SELECT environment_id, collection_id, status, trashed_at IS NOT NULL, count(*), coalesce(sum(source_bytes), 0)
			FROM added GROUP BY 1, 2, 3, 4;
		WHEN 'DELETE' THEN
			INSERT INTO content_counts (environment_id, collection_id, status, is_trashed, change, bytes)
			SELECT environment_id, collection_id, status, trashed_at IS NOT NULL, -count(*), -coalesce(sum(source_bytes), 0)
			FROM removed GROUP BY 1, 2, 3, 4;
		WHEN 'UPDATE' THEN
			INSERT INTO content_counts (environment_id, collection_id, status, is_trashed, change, bytes)
			SELECT environment_id, collection_id, status, is_trashed, sum(change), sum(bytes) FROM (
				SELECT environment_id, collection_id, status, trashed_at IS NOT NULL AS is_trashed, 1 AS change, coalesce(source_bytes, 0) AS bytes FROM added
				UNION ALL
				SELECT environment_id, collection_id, status, trashed_at IS NOT NULL, -1, -coalesce(source_bytes, 0) FROM removed
			) AS changes GROUP BY 1, 2, 3, 4 HAVING sum(change) <> 0 OR sum(bytes) <> 0;
	END CASE;
	RETURN NULL;
END $$;

CREATE TRIGGER contents_added AFTER INSERT ON contents REFERENCING NEW TABLE AS added
	FOR EACH STATEMENT EXECUTE FUNCTION record_content_counts();

CREATE TRIGGER contents_removed AFTER DELETE ON contents REFERENCING OLD TABLE AS removed
	FOR EACH STATEMENT EXECUTE FUNCTION record_content_counts();

CREATE TRIGGER contents_moved AFTER UPDATE ON contents REFERENCING OLD TABLE AS removed NEW TABLE AS added
	FOR EACH STATEMENT EXECUTE FUNCTION record_content_counts();
