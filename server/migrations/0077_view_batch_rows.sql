-- A batch has rows for any number of tables of the warehouse.
CREATE TABLE view_event_batch_rows (
  batch_id uuid NOT NULL REFERENCES view_event_batches (id) ON DELETE CASCADE,
  target text NOT NULL,
  rows bytea NOT NULL,
  PRIMARY KEY (batch_id, target)
);
INSERT INTO view_event_batch_rows SELECT id, 'views', views FROM view_event_batches;
INSERT INTO view_event_batch_rows SELECT id, 'view_events', events FROM view_event_batches;
ALTER TABLE view_event_batches DROP COLUMN views, DROP COLUMN events;
