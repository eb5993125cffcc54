-- Codes in emails work only for the browser that asked for them, and sign-ins with Google only once.
DELETE FROM one_time_codes;
ALTER TABLE one_time_codes ADD COLUMN challenge_hash bytea NOT NULL;
ALTER TABLE one_time_codes DROP CONSTRAINT one_time_codes_email_hash_purpose_pk;
ALTER TABLE one_time_codes ADD PRIMARY KEY (email_hash, purpose, challenge_hash);

CREATE TABLE google_nonces (
  nonce_hash bytea PRIMARY KEY,
  expires_at timestamptz(3) NOT NULL
);
