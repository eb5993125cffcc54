import type { Sql } from './members.ts'

/** From now on jobs that failed are tried again at once: tests need not wait for what is to give a machine time. */
export async function retryAtOnce(sql: Sql): Promise<void> {
  await sql(`CREATE FUNCTION at_once() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN NEW.start_after = now(); RETURN NEW; END $$`)
  await sql(`CREATE TRIGGER at_once BEFORE INSERT OR UPDATE ON pgboss.job
    FOR EACH ROW WHEN (NEW.state = 'retry') EXECUTE FUNCTION at_once()`)
}
