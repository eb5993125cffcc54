import type { Sql } from '../members.ts'

/** Retries failed jobs without delay, so that tests need not wait. */
export async function retryAtOnce(sql: Sql): Promise<void> {
  await sql(`CREATE FUNCTION at_once() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN NEW.start_after = now(); RETURN NEW; END $$`)
  await sql(`CREATE TRIGGER at_once BEFORE INSERT OR UPDATE ON pgboss.job
    FOR EACH ROW WHEN (NEW.state = 'retry') EXECUTE FUNCTION at_once()`)
}

/** Creates no images of videos, for tests that need none: they take half of the processes of an upload. */
export const skipImages = (sql: Sql): Promise<void> => skipJobs(sql, 'library.images')

/** Leaves videos as they arrived, for tests that do not play them. */
export const skipIngest = (sql: Sql): Promise<void> => skipJobs(sql, 'library.ingest')

async function skipJobs(sql: Sql, name: 'library.images' | 'library.ingest'): Promise<void> {
  const trigger = `skip_${name.replace('.', '_')}`
  await sql(`CREATE FUNCTION ${trigger}() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN RETURN NULL; END $$`)
  await sql(`CREATE TRIGGER ${trigger} BEFORE INSERT ON pgboss.job
    FOR EACH ROW WHEN (NEW.name = '${name}') EXECUTE FUNCTION ${trigger}()`)
}
