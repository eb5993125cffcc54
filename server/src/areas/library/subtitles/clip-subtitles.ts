import type { Span } from '@kinora/media'
import { and, eq, getTableColumns } from 'drizzle-orm'
import type { Transaction } from '../../../platform/database/database.ts'
import type { ContentRef, ContentRow } from '../contents/content-view.ts'
import { partOf } from '../contents/part-of.ts'
import type { Library } from '../library.ts'
import { subtitleTask } from './subtitle-task.ts'
import { listSubtitles, type VersionFacts, type VersionRow } from './subtitle-view.ts'
import { insertPublished } from './subtitles.ts'
import { subtitles, subtitleVersions } from './tables.ts'

/**
 * Copies the origin's published subtitles within the span to a clip, in the transaction that starts the clip's ingest.
 * Skips subtitles that the clip already has.
 */
export async function copySubtitles(
  library: Library,
  tx: Transaction,
  clip: ContentRow,
  originId: string,
  span: Span,
): Promise<void> {
  const existing = new Set((await listSubtitles(tx, clip.environmentId, clip.id)).map(identityOf))
  const copies: VersionRow[] = []
  for (const version of await listPublished(tx, { id: originId, environmentId: clip.environmentId })) {
    if (existing.has(identityOf({ draft: null, published: version }))) continue
    const cut = await library.workers.run(subtitleTask('cutTrack'), { cues: version.cues, span })
    if (cut.cueCount > 0) copies.push({ ...version, ...cut })
  }
  await insertPublished(library, tx, clip, copies)
}

function listPublished(tx: Transaction, content: ContentRef): Promise<VersionRow[]> {
  return tx
    .select(getTableColumns(subtitleVersions))
    .from(subtitleVersions)
    .innerJoin(subtitles, eq(subtitles.id, subtitleVersions.subtitleId))
    .where(and(partOf(subtitles, content), eq(subtitleVersions.state, 'published')))
    .orderBy(subtitles.id)
}

type Versions = Readonly<Record<'draft' | 'published', Pick<VersionFacts, 'name' | 'languageCode'> | null>>

function identityOf({ draft, published }: Versions): string {
  const shown = published ?? draft
  return JSON.stringify([shown?.languageCode, shown?.name])
}
