DROP INDEX request_logs_newest;
-- Logs are counted by status and method from the index alone.
CREATE INDEX request_logs_newest ON request_logs (scope_id, created_at, id, status, method);
