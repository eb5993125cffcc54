import { and, eq } from 'drizzle-orm'
import type { ContentRow } from '../contents/content-view.ts'
import { renditions } from '../contents/tables.ts'
import type { Library } from '../library.ts'

/** Longer than a re-encoding takes. */
const HOLD_S = 12 * 3600

/** Key of the money that is reserved for a re-encoding. */
export function reencodeHold(reencodeId: string): string {
  return `reencode:${reencodeId}`
}

/** Reserves what the re-encoding will probably cost: as much as the current renditions. @throws problem wallet-empty */
export async function reserveReencode(
  { db, usage }: Pick<Library, 'db' | 'usage'>,
  { id, environmentId, durationS }: ContentRow,
  reencodeId: string,
): Promise<void> {
  const isVideo = and(eq(renditions.contentId, id), eq(renditions.type, 'video'))
  const made = await db.$count(renditions, isVideo)
  const estimate = { 'encoding-hd': (durationS ?? 0) * 1000 * made }
  await usage.reserve({ key: reencodeHold(reencodeId), environmentId, estimate, holdS: HOLD_S })
}
