import { and, eq } from 'drizzle-orm'
import type { Transaction } from '../../../platform/database/database.ts'
import type { ContentRow } from '../contents/content-view.ts'
import { reencodeHold } from '../contents/states.ts'
import { renditions } from '../contents/tables.ts'
import type { Library } from '../library.ts'

/** Longer than a re-encoding takes. */
const HOLD_S = 12 * 3600

/** Reserves what the re-encoding will probably cost: as much as the current renditions. @throws problem wallet-empty */
async function reserveReencode(
  { db, usage }: Pick<Library, 'db' | 'usage'>,
  { id, environmentId, durationS }: ContentRow,
  reencodeId: string,
): Promise<void> {
  const isVideo = and(eq(renditions.contentId, id), eq(renditions.type, 'video'))
  const made = await db.$count(renditions, isVideo)
  const estimate = { 'encoding-hd': (durationS ?? 0) * 1000 * made }
  await usage.reserve({ key: reencodeHold(reencodeId), environmentId, estimate, holdS: HOLD_S })
}

/** Begins a re-encoding whose cost is reserved. If it cannot begin, nothing stays reserved. @throws problem wallet-empty */
export async function beginReserved<T>(
  library: Pick<Library, 'db' | 'usage'>,
  content: ContentRow,
  reencodeId: string,
  begin: (tx: Transaction) => Promise<T>,
): Promise<T> {
  await reserveReencode(library, content, reencodeId)
  try {
    return await library.db.transaction(begin)
  } catch (error) {
    await library.db.transaction((tx) => library.usage.settle(tx, reencodeHold(reencodeId)))
    throw error
  }
}
