CREATE TABLE pending_trash_events (
  id bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  environment_id uuid NOT NULL,
  content_id uuid NOT NULL,
  type text NOT NULL
);
CREATE INDEX pending_trash_events_next ON pending_trash_events (environment_id, id);
