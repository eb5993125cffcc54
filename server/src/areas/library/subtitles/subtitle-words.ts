import { plainText } from '@kinora/media'
import { and, eq } from 'drizzle-orm'
import type { Transaction } from '../../../platform/database/database.ts'
import { rowOf } from '../../../platform/database/row-of.ts'
import type { ContentRow } from '../contents/content-view.ts'
import { contents } from '../contents/tables.ts'
import { searchTextOf } from '../search/search-text.ts'
import { subtitles, subtitleVersions } from './tables.ts'

/** In characters. A film has about that many in distinct words. */
const MAX_CHARS = 20_000

/** Updates the search text with the words of the published subtitles, in the caller's transaction. */
export async function refreshSubtitleWords(tx: Transaction, content: ContentRow): Promise<void> {
  const versions = await tx
    .select({ cues: subtitleVersions.cues })
    .from(subtitleVersions)
    .innerJoin(subtitles, eq(subtitles.id, subtitleVersions.subtitleId))
    .where(and(eq(subtitles.contentId, content.id), eq(subtitleVersions.state, 'published')))
    .orderBy(subtitles.id)
  const subtitleWords = collectWords(versions.map(({ cues }) => cues.map(({ text }) => plainText(text))))
  await tx
    .update(contents)
    .set({ subtitleWords, ...searchTextOf({ ...content, subtitleWords }) })
    .where(rowOf(contents, content))
}

/** Distinct words, with an equal share for each subtitle, so that a long one does not displace the others. */
function collectWords(tracks: readonly (readonly string[])[]): string {
  const share = Math.floor(MAX_CHARS / Math.max(1, tracks.length))
  return tracks.map((texts) => distinctWords(texts, share)).join(' ')
}

function distinctWords(texts: readonly string[], maxChars: number): string {
  const words = new Set<string>()
  let chars = 0
  for (const text of texts)
    for (const word of text.toLowerCase().split(/[^\p{L}\p{M}\p{N}]+/u)) {
      if (word === '' || words.has(word)) continue
      chars += word.length + 1
      if (chars > maxChars) return [...words].join(' ')
      words.add(word)
    }
  return [...words].join(' ')
}
