CREATE TABLE billing_plans (
  id uuid PRIMARY KEY,
  -- The only organization that can choose it. Null for all.
  organization_id uuid,
  name text NOT NULL,
  currency text NOT NULL,
  is_default boolean NOT NULL DEFAULT false,
  free_environments text[] NOT NULL DEFAULT '{}',
  credit bigint NOT NULL DEFAULT 0,
  created_at timestamptz(3) NOT NULL
);
CREATE UNIQUE INDEX billing_plans_name ON billing_plans (lower(name));
CREATE UNIQUE INDEX billing_plans_default ON billing_plans (is_default) WHERE is_default;

-- Versions of prices. A version is valid until the next one of its plan and meter.
CREATE TABLE billing_prices (
  id uuid PRIMARY KEY,
  plan_id uuid NOT NULL REFERENCES billing_plans (id),
  meter text NOT NULL,
  mode text NOT NULL,
  per bigint NOT NULL CHECK (per > 0),
  included bigint NOT NULL CHECK (included >= 0),
  tiers jsonb NOT NULL,
  valid_from timestamptz(3) NOT NULL
);
CREATE UNIQUE INDEX billing_prices_version ON billing_prices (plan_id, meter, valid_from);

-- One row for each organization, locked by whatever changes its money. Organizations that are deleted keep it.
CREATE TABLE billing_wallets (
  organization_id uuid PRIMARY KEY,
  currency text NOT NULL,
  timezone text NOT NULL,
  is_prepaid boolean NOT NULL DEFAULT false,
  grace_days integer NOT NULL DEFAULT 7,
  credit_limit bigint NOT NULL DEFAULT 0,
  spend_cap bigint,
  warn_below bigint NOT NULL DEFAULT 5000000,
  status text NOT NULL DEFAULT 'ok',
  -- Since when the wallet is empty.
  empty_since timestamptz(3),
  opened_at timestamptz(3) NOT NULL
);

CREATE TABLE billing_subscriptions (
  organization_id uuid NOT NULL REFERENCES billing_wallets (organization_id),
  starts_at timestamptz(3) NOT NULL,
  plan_id uuid NOT NULL REFERENCES billing_plans (id),
  PRIMARY KEY (organization_id, starts_at)
);

-- Parts of billing periods with one plan and one version of its prices, which are copied, so that nothing changes them.
CREATE TABLE billing_parts (
  organization_id uuid NOT NULL REFERENCES billing_wallets (organization_id),
  part integer NOT NULL,
  starts_at timestamptz(3) NOT NULL,
  ends_at timestamptz(3) NOT NULL,
  period_starts_at timestamptz(3) NOT NULL,
  period_ends_at timestamptz(3) NOT NULL,
  plan_id uuid NOT NULL REFERENCES billing_plans (id),
  prices jsonb NOT NULL,
  -- Units of each meter that earlier parts of the period had used when this one began.
  carried jsonb NOT NULL,
  free_environments text[] NOT NULL,
  PRIMARY KEY (organization_id, part),
  CHECK (starts_at < ends_at)
);

CREATE TABLE billing_accounts (
  id bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  organization_id uuid NOT NULL,
  kind text NOT NULL,
  currency text NOT NULL,
  balance bigint NOT NULL DEFAULT 0,
  held bigint NOT NULL DEFAULT 0 CHECK (held >= 0),
  seq bigint NOT NULL DEFAULT 0
);
CREATE UNIQUE INDEX billing_accounts_kind ON billing_accounts (organization_id, kind);

CREATE TABLE billing_journals (
  id bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  key text NOT NULL UNIQUE,
  organization_id uuid NOT NULL,
  kind text NOT NULL,
  lines jsonb NOT NULL,
  note text NOT NULL,
  posted_at timestamptz(3) NOT NULL
);
CREATE INDEX billing_journals_organization ON billing_journals (organization_id, id);
CREATE INDEX billing_journals_posted_at ON billing_journals (organization_id, posted_at);

CREATE TABLE billing_entries (
  account_id bigint NOT NULL REFERENCES billing_accounts (id),
  seq bigint NOT NULL,
  journal_id bigint NOT NULL REFERENCES billing_journals (id),
  amount bigint NOT NULL,
  -- Of the account after this entry.
  balance bigint NOT NULL,
  PRIMARY KEY (account_id, seq)
);
CREATE INDEX billing_entries_journal ON billing_entries (journal_id);

-- Money that is reserved for work. `due`: the work has ended, and its charge releases the hold.
CREATE TABLE billing_holds (
  key text PRIMARY KEY,
  organization_id uuid NOT NULL,
  account_id bigint NOT NULL REFERENCES billing_accounts (id),
  amount bigint NOT NULL CHECK (amount >= 0),
  state text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  expires_at timestamptz(3) NOT NULL
);
CREATE INDEX billing_holds_due ON billing_holds (organization_id) WHERE state = 'due';
CREATE INDEX billing_holds_expiry ON billing_holds (expires_at) WHERE state = 'open';
CREATE INDEX billing_holds_account ON billing_holds (account_id) WHERE state <> 'released';

-- The amount that usage of a meter cost: the price of the total after it, less the price of the total before it.
CREATE TABLE billing_charges (
  organization_id uuid NOT NULL,
  part integer NOT NULL,
  meter text NOT NULL,
  number integer NOT NULL,
  total_before bigint NOT NULL,
  total_after bigint NOT NULL,
  amount bigint NOT NULL,
  -- Another part than `part` for usage that arrived more than a day after the end of its period.
  charged_in integer NOT NULL,
  -- Null if all charges of the journal together are zero.
  journal_id bigint REFERENCES billing_journals (id),
  charged_at timestamptz(3) NOT NULL,
  PRIMARY KEY (organization_id, part, meter, number)
);
CREATE INDEX billing_charges_charged_in ON billing_charges (organization_id, charged_in);
CREATE INDEX billing_charges_charged_at ON billing_charges (organization_id, charged_at);

-- Results of the daily proof.
CREATE TABLE billing_proofs (
  checked_at timestamptz(3) PRIMARY KEY,
  accounts integer NOT NULL,
  faults jsonb NOT NULL
);

CREATE FUNCTION billing_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'rows of % are never changed', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER billing_journals_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON billing_journals
  FOR EACH STATEMENT EXECUTE FUNCTION billing_refuse_change();
CREATE TRIGGER billing_entries_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON billing_entries
  FOR EACH STATEMENT EXECUTE FUNCTION billing_refuse_change();
CREATE TRIGGER billing_charges_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON billing_charges
  FOR EACH STATEMENT EXECUTE FUNCTION billing_refuse_change();
CREATE TRIGGER billing_prices_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON billing_prices
  FOR EACH STATEMENT EXECUTE FUNCTION billing_refuse_change();

-- Posts a journal, once for each key. Its lines are [{"account": kind, "amount": text}] and add up to zero.
-- Returns the number of the journal, and whether it is new. Accounts are locked in the order of their numbers, so that
-- postings cannot deadlock.
CREATE FUNCTION billing_post(
  given_key text, organization uuid, given_kind text, given_currency text, given_lines jsonb, given_note text,
  given_at timestamptz, OUT journal bigint, OUT is_new boolean
) LANGUAGE plpgsql AS $$
DECLARE
  line record;
  entry record;
  known record;
BEGIN
  IF (SELECT sum((each->>'amount')::bigint) FROM jsonb_array_elements(given_lines) AS each) IS DISTINCT FROM 0 THEN
    RAISE EXCEPTION 'the lines of % do not add up to zero', given_key USING ERRCODE = 'check_violation';
  END IF;
  INSERT INTO billing_journals (key, organization_id, kind, lines, note, posted_at)
    VALUES (given_key, organization, given_kind, given_lines, given_note, given_at)
    ON CONFLICT (key) DO NOTHING RETURNING id INTO journal;
  is_new := journal IS NOT NULL;
  IF NOT is_new THEN
    SELECT * INTO known FROM billing_journals WHERE key = given_key;
    IF known.organization_id <> organization OR known.kind <> given_kind OR known.lines <> given_lines THEN
      RAISE EXCEPTION 'the journal % was posted with another content', given_key USING ERRCODE = 'unique_violation';
    END IF;
    journal := known.id;
    RETURN;
  END IF;
  INSERT INTO billing_accounts (organization_id, kind, currency)
    SELECT organization, each->>'account', given_currency FROM jsonb_array_elements(given_lines) AS each
    ORDER BY 2 ON CONFLICT DO NOTHING;
  FOR line IN
    SELECT accounts.id, (each->>'amount')::bigint AS amount
    FROM jsonb_array_elements(given_lines) AS each
    JOIN billing_accounts AS accounts ON accounts.organization_id = organization AND accounts.kind = each->>'account'
    ORDER BY accounts.id
  LOOP
    UPDATE billing_accounts SET balance = balance + line.amount, seq = seq + 1
      WHERE id = line.id AND currency = given_currency RETURNING seq, balance INTO entry;
    IF NOT FOUND THEN
      RAISE EXCEPTION 'an account has another currency than %', given_currency USING ERRCODE = 'check_violation';
    END IF;
    INSERT INTO billing_entries (account_id, seq, journal_id, amount, balance)
      VALUES (line.id, entry.seq, journal, line.amount, entry.balance);
  END LOOP;
END $$;

-- Reserves money of the wallet until a time, once for each key; again, it prolongs the time. A key whose work has ended
-- reserves money again.
-- Returns false if less than the floor would be left. Without a floor nothing is refused.
CREATE FUNCTION billing_hold(
  given_key text, organization uuid, given_currency text, given_amount bigint, given_floor bigint, given_at timestamptz,
  given_until timestamptz
) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  wallet record;
  -- What the ended work with this key holds until it is charged.
  due bigint;
BEGIN
  INSERT INTO billing_accounts (organization_id, kind, currency) VALUES (organization, 'wallet', given_currency)
    ON CONFLICT DO NOTHING;
  SELECT * INTO wallet FROM billing_accounts WHERE organization_id = organization AND kind = 'wallet' FOR UPDATE;
  UPDATE billing_holds SET expires_at = greatest(expires_at, given_until)
    WHERE key = given_key AND organization_id = organization AND state = 'open';
  IF FOUND THEN RETURN true; END IF;
  SELECT amount INTO due FROM billing_holds
    WHERE key = given_key AND organization_id = organization AND state = 'due' FOR UPDATE;
  due := coalesce(due, 0);
  IF given_floor IS NOT NULL AND wallet.balance - wallet.held + due - given_amount < given_floor THEN
    RETURN false;
  END IF;
  INSERT INTO billing_holds AS hold (key, organization_id, account_id, amount, state, created_at, expires_at)
    VALUES (given_key, organization, wallet.id, given_amount, 'open', given_at, given_until)
    ON CONFLICT (key) DO UPDATE
      SET amount = excluded.amount, state = 'open', created_at = excluded.created_at, expires_at = excluded.expires_at
      WHERE hold.organization_id = organization;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'the hold % is of another organization', given_key USING ERRCODE = 'unique_violation';
  END IF;
  UPDATE billing_accounts SET held = held - due + given_amount WHERE id = wallet.id;
  RETURN true;
END $$;

-- Ends a hold whose work has ended, once. With a time, ends an open hold that expired by then instead: whether it did is decided
-- under the lock, because it may be prolonged meanwhile.
CREATE FUNCTION billing_release(given_key text, expired_by timestamptz DEFAULT NULL) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  freed record;
BEGIN
  PERFORM 1 FROM billing_accounts WHERE id = (SELECT account_id FROM billing_holds WHERE key = given_key) FOR UPDATE;
  UPDATE billing_holds SET state = 'released'
    WHERE key = given_key AND CASE WHEN expired_by IS NULL THEN state = 'due'
      ELSE state = 'open' AND expires_at <= expired_by END
    RETURNING account_id, amount INTO freed;
  IF NOT FOUND THEN RETURN false; END IF;
  UPDATE billing_accounts SET held = held - freed.amount WHERE id = freed.account_id;
  RETURN true;
END $$;

INSERT INTO billing_plans (id, name, currency, is_default, free_environments, credit, created_at)
  VALUES ('0198b111-0000-7000-8000-000000000001', 'Standard', 'USD', true, '{}', 20000000, '2000-01-01T00:00:00Z');
-- Prices of a minute of media; of a minute that is stored for a month of 730 hours.
INSERT INTO billing_prices (id, plan_id, meter, mode, per, included, tiers, valid_from)
  SELECT ('0198b111-0000-7000-8001-' || lpad(row_number() OVER ()::text, 12, '0'))::uuid,
    '0198b111-0000-7000-8000-000000000001', meter, 'graduated', per, 0,
    jsonb_build_array(jsonb_build_object('upTo', NULL, 'micros', micros::text)), '2000-01-01T00:00:00Z'
  FROM (VALUES
    ('encoding-hd', 60000, 7500), ('encoding-uhd', 60000, 18000), ('live-streaming', 60000, 4200),
    ('live-recording', 60000, 3000), ('stored-time', 43800000, 200), ('streaming', 60000, 90),
    ('portrait', 60000, 31000)) AS prices (meter, per, micros);
