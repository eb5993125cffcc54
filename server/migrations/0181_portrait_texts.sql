ALTER TABLE portrait_shots ADD COLUMN text jsonb;
