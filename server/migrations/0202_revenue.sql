-- Charges of all organizations by day in UTC, added up when a day is over.
CREATE TABLE billing_revenue_days (
  day date NOT NULL,
  currency text NOT NULL,
  meter text NOT NULL,
  amount bigint NOT NULL,
  PRIMARY KEY (day, currency, meter)
);
-- Charges are stored in the order of their time.
CREATE INDEX billing_charges_time ON billing_charges USING brin (charged_at);
CREATE INDEX billing_journals_others ON billing_journals (posted_at) WHERE kind <> 'charge';
