-- URLs of sources with their secrets, encrypted. In `source` the secrets are left out.
ALTER TABLE live_streams ADD COLUMN source_url_encrypted text;
