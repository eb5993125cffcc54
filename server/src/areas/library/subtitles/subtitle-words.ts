import { and, eq } from 'drizzle-orm'
import type { Transaction } from '../../../platform/database/database.ts'
import { rowOf } from '../../../platform/database/row-of.ts'
import type { ContentRow } from '../contents/content-view.ts'
import { partOf } from '../contents/part-of.ts'
import { searchTextOf } from '../contents/search-text.ts'
import { contents } from '../contents/tables.ts'
import type { Library } from '../library.ts'
import { subtitleTask } from './subtitle-task.ts'
import { subtitles, subtitleVersions } from './tables.ts'

/** Characters of indexed words. The distinct words of a film have about as many. */
const MAX_CHARS = 20_000

/** Updates the search text with the words of the published subtitles, in the caller's transaction. */
export async function refreshSubtitleWords(
  { workers }: Library,
  tx: Transaction,
  content: ContentRow,
): Promise<void> {
  const versions = await tx
    .select({ id: subtitleVersions.id })
    .from(subtitleVersions)
    .innerJoin(subtitles, eq(subtitles.id, subtitleVersions.subtitleId))
    .where(and(partOf(subtitles, content), eq(subtitleVersions.state, 'published')))
    .orderBy(subtitles.id)
  // An equal share for each subtitle, so that a long one does not displace the others.
  const maxChars = Math.floor(MAX_CHARS / Math.max(1, versions.length))
  const words: string[] = []
  for (const { id } of versions) {
    const [row] = await tx
      .select({ cues: subtitleVersions.cues })
      .from(subtitleVersions)
      .where(eq(subtitleVersions.id, id))
    if (row) words.push(await workers.run(subtitleTask('listWords'), { cues: row.cues, maxChars }))
  }
  const subtitleWords = words.join(' ')
  await tx
    .update(contents)
    .set({ subtitleWords, ...searchTextOf({ ...content, subtitleWords }) })
    .where(rowOf(contents, content))
}
