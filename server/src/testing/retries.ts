import type { Sql } from './members.ts'

/** Retries failed jobs without delay, so that tests need not wait. */
export async function retryAtOnce(sql: Sql): Promise<void> {
  await sql(`CREATE FUNCTION at_once() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN NEW.start_after = now(); RETURN NEW; END $$`)
  await sql(`CREATE TRIGGER at_once BEFORE INSERT OR UPDATE ON pgboss.job
    FOR EACH ROW WHEN (NEW.state = 'retry') EXECUTE FUNCTION at_once()`)
}
