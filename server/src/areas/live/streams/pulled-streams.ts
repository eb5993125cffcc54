import { sql } from 'drizzle-orm'
import type { Queryable } from '../../../platform/database/database.ts'
import { liveStreams } from './tables.ts'

/** A stream that Kinora pulls by SRT or UDP, with its address without secrets. */
export interface PulledStream {
  readonly id: string
  readonly url: string
}

/** The streams of the installation that are pulled by SRT or UDP, from which other areas find circles. */
export async function pulledStreams(db: Queryable): Promise<PulledStream[]> {
  const rows = await db
    .select({ id: liveStreams.id, source: liveStreams.source })
    .from(liveStreams)
    .where(
      sql`${liveStreams.source} ->> 'type' <> 'push' AND ${liveStreams.source} ->> 'url' ~* '^(srt|udp):'`,
    )
  return rows.flatMap(({ id, source }) => (source.type === 'pull' ? [{ id, url: source.url }] : []))
}
