ALTER TABLE live_streams ADD COLUMN test_signal_until timestamptz(3);
