import { sql } from 'drizzle-orm'
import { channels } from '../../platform/bus.ts'
import type { Queryable } from '../../platform/database.ts'

/** Playlists in the memory of delivering processes are stale, once the caller's transaction commits. */
export async function notifyPlayers(tx: Queryable, { playbackId }: { playbackId: string }): Promise<void> {
  await tx.execute(sql`SELECT pg_notify(${channels.contents}, ${playbackId})`)
}
