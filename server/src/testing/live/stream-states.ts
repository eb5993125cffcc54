import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import {
  publisherConnected,
  streamActive,
  streamIdle,
  streamReconnecting,
} from '../../areas/live/streams/states.ts'

const reports = {
  connect: publisherConnected,
  activate: (db, ref, at) => streamActive(db, ref, null, at),
  reconnect: streamReconnecting,
  end: streamIdle,
} satisfies Record<string, typeof publisherConnected>

/** Reports what happens to a stream, each a second after the one before, like a live node. */
export async function reportStream(
  { databaseUrl }: { readonly databaseUrl: string },
  ref: Parameters<typeof publisherConnected>[1],
  from: Date,
  happened: readonly (keyof typeof reports)[],
): Promise<void> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 1 })
  const db = drizzle(pool)
  for (const [second, report] of happened.entries()) {
    const row = await reports[report](db, ref, new Date(from.getTime() + 1000 * second))
    if (row === null) throw new Error(`${report} is not allowed`)
  }
  await pool.end()
}
