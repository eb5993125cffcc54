-- Where the node of an input sends its preview to other processes.
ALTER TABLE vconnect_leases ADD COLUMN node_url text;
