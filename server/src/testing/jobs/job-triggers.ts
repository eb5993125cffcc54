import type { Sql } from '../members.ts'

/** Retries failed jobs without delay, so that tests need not wait. */
export async function retryAtOnce(sql: Sql): Promise<void> {
  await sql(`CREATE FUNCTION at_once() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN NEW.start_after = now(); RETURN NEW; END $$`)
  await sql(`CREATE TRIGGER at_once BEFORE INSERT OR UPDATE ON pgboss.job
    FOR EACH ROW WHEN (NEW.state = 'retry') EXECUTE FUNCTION at_once()`)
}

/** Creates no images of videos, for tests that need none: they take half of the processes of an upload. */
export async function skipImages(sql: Sql): Promise<void> {
  await sql(`CREATE FUNCTION skip_images() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN RETURN NULL; END $$`)
  await sql(`CREATE TRIGGER skip_images BEFORE INSERT ON pgboss.job
    FOR EACH ROW WHEN (NEW.name = 'library.images') EXECUTE FUNCTION skip_images()`)
}
