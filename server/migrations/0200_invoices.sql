-- The legal entity that sends invoices. There is one.
CREATE TABLE billing_sellers (
  id uuid PRIMARY KEY,
  party jsonb NOT NULL,
  series_prefix text NOT NULL,
  is_reverse_charge boolean NOT NULL,
  bank_details text NOT NULL,
  -- Of the years of its series.
  timezone text NOT NULL,
  changed_at timestamptz(3) NOT NULL
);
CREATE UNIQUE INDEX billing_sellers_one ON billing_sellers ((true));

-- Versions of rates. A version is valid until the next one of its country, region and name.
CREATE TABLE billing_tax_rates (
  id uuid PRIMARY KEY,
  country text NOT NULL,
  region text NOT NULL,
  name text NOT NULL,
  rate_ppm integer NOT NULL CHECK (rate_ppm BETWEEN 0 AND 1000000),
  valid_from timestamptz(3) NOT NULL
);
CREATE UNIQUE INDEX billing_tax_rates_version ON billing_tax_rates (country, lower(region), name, valid_from);
CREATE TRIGGER billing_tax_rates_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON billing_tax_rates
  FOR EACH STATEMENT EXECUTE FUNCTION billing_refuse_change();

-- The billing addresses of organizations.
CREATE TABLE billing_details (
  organization_id uuid PRIMARY KEY,
  party jsonb NOT NULL,
  language text NOT NULL,
  changed_at timestamptz(3) NOT NULL
);

-- Numbers of documents, without gaps: a sequence would lose numbers when transactions fail.
CREATE TABLE billing_series (
  seller_id uuid NOT NULL REFERENCES billing_sellers (id),
  year integer NOT NULL,
  kind text NOT NULL,
  next bigint NOT NULL DEFAULT 1,
  PRIMARY KEY (seller_id, year, kind)
);

-- Invoices, credit notes and statements. Final ones are frozen, with copies of all that they show.
CREATE TABLE billing_documents (
  id uuid PRIMARY KEY,
  organization_id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('invoice', 'credit-note', 'statement')),
  -- Names the cause, so that it has one document.
  key text NOT NULL UNIQUE,
  status text NOT NULL CHECK (status IN ('draft', 'final')),
  seller_id uuid REFERENCES billing_sellers (id),
  year integer,
  number bigint,
  -- The number with its prefix.
  name text,
  language text NOT NULL,
  currency text NOT NULL,
  net bigint NOT NULL,
  tax bigint NOT NULL,
  content jsonb NOT NULL,
  -- The invoice of a credit note.
  invoice_id uuid REFERENCES billing_documents (id),
  period_starts_at timestamptz(3),
  period_ends_at timestamptz(3),
  created_at timestamptz(3) NOT NULL,
  issued_at timestamptz(3),
  -- Whether the PDF is made and was sent.
  delivery text NOT NULL DEFAULT 'due' CHECK (delivery IN ('due', 'done', 'failed')),
  delivery_error text,
  pdf_sha256 text,
  pdf_bytes integer,
  CHECK (status = 'draft' OR issued_at IS NOT NULL),
  CHECK (status = 'draft' OR kind = 'statement' OR (number IS NOT NULL AND name IS NOT NULL AND seller_id IS NOT NULL))
);
CREATE UNIQUE INDEX billing_documents_number ON billing_documents (seller_id, year, kind, number);
CREATE INDEX billing_documents_organization ON billing_documents (organization_id, created_at);
CREATE INDEX billing_documents_invoice ON billing_documents (invoice_id) WHERE invoice_id IS NOT NULL;
CREATE INDEX billing_documents_due ON billing_documents (created_at) WHERE status = 'draft' OR delivery = 'due';

-- Of a final document only the delivery changes, and its PDF is noted once.
CREATE FUNCTION billing_freeze_document() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  delivered CONSTANT text[] := ARRAY['delivery', 'delivery_error', 'pdf_sha256', 'pdf_bytes'];
BEGIN
  IF OLD.status = 'final' AND (TG_OP = 'DELETE' OR to_jsonb(NEW) - delivered <> to_jsonb(OLD) - delivered
    OR (OLD.pdf_sha256 IS NOT NULL AND (NEW.pdf_sha256, NEW.pdf_bytes) IS DISTINCT FROM (OLD.pdf_sha256, OLD.pdf_bytes)))
  THEN
    RAISE EXCEPTION 'the document % is final', OLD.id USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
END $$;
CREATE TRIGGER billing_documents_freeze BEFORE UPDATE OR DELETE ON billing_documents
  FOR EACH ROW EXECUTE FUNCTION billing_freeze_document();
CREATE TRIGGER billing_documents_stay BEFORE TRUNCATE ON billing_documents
  FOR EACH STATEMENT EXECUTE FUNCTION billing_refuse_change();
