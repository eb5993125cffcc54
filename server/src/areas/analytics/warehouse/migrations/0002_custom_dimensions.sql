-- What pages say about their views, besides programme and partner.
ALTER TABLE views
  ADD COLUMN IF NOT EXISTS custom_1 SimpleAggregateFunction(any, LowCardinality(String)),
  ADD COLUMN IF NOT EXISTS custom_2 SimpleAggregateFunction(any, LowCardinality(String)),
  ADD COLUMN IF NOT EXISTS custom_3 SimpleAggregateFunction(any, LowCardinality(String)),
  ADD COLUMN IF NOT EXISTS custom_4 SimpleAggregateFunction(any, LowCardinality(String)),
  ADD COLUMN IF NOT EXISTS custom_5 SimpleAggregateFunction(any, LowCardinality(String)),
  ADD COLUMN IF NOT EXISTS custom_6 SimpleAggregateFunction(any, LowCardinality(String)),
  ADD COLUMN IF NOT EXISTS custom_7 SimpleAggregateFunction(any, LowCardinality(String)),
  ADD COLUMN IF NOT EXISTS custom_8 SimpleAggregateFunction(any, LowCardinality(String)),
  ADD COLUMN IF NOT EXISTS custom_9 SimpleAggregateFunction(any, LowCardinality(String)),
  ADD COLUMN IF NOT EXISTS custom_10 SimpleAggregateFunction(any, LowCardinality(String));
