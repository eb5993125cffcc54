CREATE TABLE "outbox_readers" (
	"name" text PRIMARY KEY NOT NULL,
	"transaction_id" "xid8" NOT NULL,
	"event_id" uuid NOT NULL
);
--> statement-breakpoint
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
--> statement-breakpoint
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
--> statement-breakpoint
CREATE TABLE "request_logs" (
	"transaction_id" "xid8" DEFAULT pg_current_xact_id() NOT NULL,
	"id" uuid NOT NULL,
	"place_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"method" text NOT NULL,
	"url" text NOT NULL,
	"status" smallint NOT NULL,
	"took_ms" real NOT NULL,
	"actor_kind" text,
	"actor_id" uuid,
	"actor_name" text,
	"description" text NOT NULL,
	"request_id" text NOT NULL,
	"address" text,
	"object_id" uuid,
	"request_body" text,
	"response_body" text,
	CONSTRAINT "request_logs_id_created_at_pk" PRIMARY KEY("id","created_at")
) PARTITION BY RANGE ("created_at");
--> statement-breakpoint
ALTER TABLE "request_logs" ALTER COLUMN "url" SET STORAGE MAIN, ALTER COLUMN "description" SET STORAGE MAIN;--> statement-breakpoint
CREATE TABLE "request_logs_default" PARTITION OF "request_logs" DEFAULT;
--> statement-breakpoint
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
--> statement-breakpoint
DROP INDEX "audit_newest";--> statement-breakpoint
CREATE INDEX "audit_newest" ON "audit_trail" USING btree ("organization_id","created_at","id");--> statement-breakpoint
DROP INDEX "outbox_age";--> statement-breakpoint
DROP INDEX "outbox_follow";--> statement-breakpoint
ALTER TABLE "outbox" RENAME TO "outbox_whole";--> statement-breakpoint
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
--> statement-breakpoint
CREATE TABLE "outbox_default" PARTITION OF "outbox" DEFAULT;--> statement-breakpoint
DO $$
DECLARE
  kept constant timestamptz := now() - interval '30 days';
  week timestamp;
BEGIN
  FOR week IN SELECT generate_series(
    date_trunc('week', greatest(kept, coalesce((SELECT min("created_at") FROM "outbox_whole"), now())) AT TIME ZONE 'UTC'),
    date_trunc('week', now() AT TIME ZONE 'UTC') + interval '3 weeks',
    interval '1 week')
  LOOP
    EXECUTE format('CREATE TABLE %I PARTITION OF "outbox" FOR VALUES FROM (%L) TO (%L)',
      'outbox_' || to_char(week, 'YYYYMMDD'), week || '+00', week + interval '1 week' || '+00');
  END LOOP;
  FOR week IN SELECT generate_series(
    date_trunc('week', now() AT TIME ZONE 'UTC'),
    date_trunc('week', now() AT TIME ZONE 'UTC') + interval '3 weeks',
    interval '1 week')
  LOOP
    EXECUTE format(
      'CREATE TABLE %I PARTITION OF "request_logs" FOR VALUES FROM (%L) TO (%L) WITH (toast_tuple_target = 512)',
      'request_logs_' || to_char(week, 'YYYYMMDD'), week || '+00', week + interval '1 week' || '+00');
  END LOOP;
END
$$;--> statement-breakpoint
INSERT INTO "outbox" ("transaction_id", "id", "environment_id", "type", "object_type", "object_id", "data", "created_at")
SELECT "transaction_id", "id", "environment_id", "type", "object_type", "object_id", "data", "created_at" FROM "outbox_whole";--> statement-breakpoint
DROP TABLE "outbox_whole";--> statement-breakpoint
INSERT INTO "outbox_readers" VALUES ('webhooks', pg_snapshot_xmin(pg_current_snapshot()), '00000000-0000-0000-0000-000000000000');--> statement-breakpoint
UPDATE "idempotency" SET "key" = encode(sha256(convert_to("key", 'UTF8')), 'hex');--> statement-breakpoint
CREATE INDEX "outbox_follow" ON "outbox" USING btree ("environment_id","transaction_id","id");--> statement-breakpoint
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_webhook_id_webhooks_id_fk" FOREIGN KEY ("webhook_id") REFERENCES "public"."webhooks"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "delivery_attempts" ADD CONSTRAINT "delivery_attempts_delivery_id_deliveries_id_fk" FOREIGN KEY ("delivery_id") REFERENCES "public"."deliveries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "deliveries_event" ON "deliveries" USING btree ("webhook_id","event_id");--> statement-breakpoint
CREATE INDEX "deliveries_newest" ON "deliveries" USING btree ("webhook_id","created_at","id");--> statement-breakpoint
CREATE INDEX "deliveries_status" ON "deliveries" USING btree ("webhook_id","status","created_at","id");--> statement-breakpoint
CREATE INDEX "deliveries_due" ON "deliveries" USING btree ("webhook_id","next_attempt_at","id") WHERE "deliveries"."status" = 'pending';--> statement-breakpoint
CREATE INDEX "deliveries_age" ON "deliveries" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "request_logs_follow" ON "request_logs" USING btree ("place_id","transaction_id","id");--> statement-breakpoint
CREATE INDEX "request_logs_newest" ON "request_logs" USING btree ("place_id","created_at","id");--> statement-breakpoint
CREATE INDEX "request_logs_kind" ON "request_logs" USING btree ("place_id","method",("status" / 100),"created_at","id");--> statement-breakpoint
CREATE INDEX "request_logs_object" ON "request_logs" USING btree ("object_id","created_at","id") WHERE "request_logs"."object_id" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "webhooks_environment" ON "webhooks" USING btree ("environment_id","created_at","id");--> statement-breakpoint
CREATE INDEX "outbox_follow_all" ON "outbox" USING btree ("transaction_id","id");--> statement-breakpoint
CREATE INDEX "outbox_newest" ON "outbox" USING btree ("environment_id","created_at","id");--> statement-breakpoint
CREATE INDEX "outbox_type" ON "outbox" USING btree ("environment_id","type","created_at","id");--> statement-breakpoint
CREATE INDEX "outbox_object" ON "outbox" USING btree ("object_id","created_at","id");