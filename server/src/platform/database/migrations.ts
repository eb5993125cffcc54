import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'

const MIGRATION_LOCK = 7_283_641
/** Maximum time that statements wait behind a migration that waits for a lock. */
const MIGRATION_PATIENCE_MS = 3000
const MIGRATION_TRIES = 40
/** Lock timeout and deadlock. */
const lockFaults: readonly unknown[] = ['55P03', '40P01']

/** Applies the `.sql` files of a folder that the database does not have yet, in the order of their names and in one
 * transaction; one process at a time. If another process locks a table for long, the transaction rolls back, lets
 * queued statements pass, and is retried.
 * @throws Error if an applied file was changed */
export async function migrateDatabase(url: string, folder: string): Promise<void> {
  const files = await migrationsIn(folder)
  const client = new pg.Client({ connectionString: url, application_name: 'kinora-migrate' })
  await client.connect()
  try {
    await client.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK])
    await client.query(`SET lock_timeout = ${MIGRATION_PATIENCE_MS}`)
    for (let tries = 1; ; tries++) {
      try {
        await client.query('BEGIN')
        await applyMissing(client, files)
        await client.query('COMMIT')
        return
      } catch (error) {
        await client.query('ROLLBACK')
        if (tries === MIGRATION_TRIES || !isLockFault(error)) throw error
      }
    }
  } finally {
    await client.end()
  }
}

interface Migration {
  readonly name: string
  readonly text: string
  readonly hash: string
}

async function migrationsIn(folder: string): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(join(folder, name), 'utf8')
      return { name, text, hash: createHash('sha256').update(text).digest('hex') }
    }),
  )
}

async function applyMissing(client: pg.Client, files: readonly Migration[]): Promise<void> {
  await client.query(`
    CREATE TABLE IF NOT EXISTS migrations (
      name text PRIMARY KEY, hash text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())`)
  const { rows } = await client.query<{ name: string; hash: string }>('SELECT name, hash FROM migrations')
  const applied = new Map(rows.map(({ name, hash }) => [name, hash]))
  for (const { name, text, hash } of files) {
    const known = applied.get(name)
    if (known === hash) continue
    if (known !== undefined) throw new Error(`The migration ${name} was changed after it was applied`)
    await client.query(text)
    await client.query('INSERT INTO migrations (name, hash) VALUES ($1, $2)', [name, hash])
  }
}

function isLockFault(error: unknown): boolean {
  return error instanceof pg.DatabaseError && lockFaults.includes(error.code)
}
