-- Where the node of an input sends its preview to other processes.
ALTER TABLE vconnect_leases ADD COLUMN node_url text;
-- When an input last received a stream, which outlives its node.
ALTER TABLE vconnect_links ADD COLUMN received_at timestamptz(3);
