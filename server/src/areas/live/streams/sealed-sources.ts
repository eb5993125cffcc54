import { and, asc, eq, gt, isNull, sql } from 'drizzle-orm'
import { rowOf } from '../../../platform/database/row-of.ts'
import type { SealedRows } from '../../../platform/keys/sealed-columns.ts'
import { storedSource } from './source-secrets.ts'
import { liveStreams } from './tables.ts'

const BATCH = 200

/** Encrypts the secrets of sources that were stored before there were rules for them. Later ones are in a column of their own. */
export const sealedSources: SealedRows = {
  async renew({ db, secrets }, signal) {
    let last: string | null = null
    let count = 0
    for (;;) {
      signal.throwIfAborted()
      const rows = await db
        .select()
        .from(liveStreams)
        .where(
          and(
            sql`${liveStreams.source} ->> 'type' = 'pull'`,
            isNull(liveStreams.sourceUrlEncrypted),
            last === null ? undefined : gt(liveStreams.id, last),
          ),
        )
        .orderBy(asc(liveStreams.id))
        .limit(BATCH)
      for (const row of rows) {
        const stored = storedSource(secrets, row.source)
        if (stored.sourceUrlEncrypted === null) continue
        // A person can have changed the source meanwhile.
        const isSame = eq(liveStreams.source, row.source)
        await db
          .update(liveStreams)
          .set(stored)
          .where(and(rowOf(liveStreams, row), isSame))
        count += 1
      }
      if (rows.length < BATCH) return count
      last = rows.at(-1)?.id ?? null
    }
  },
}
