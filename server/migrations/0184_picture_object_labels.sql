CREATE INDEX picture_objects_labels ON picture_objects (environment_id, label, content_id);
