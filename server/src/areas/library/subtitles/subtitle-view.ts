import type { Subtitle } from '@kinora/contract'
import type { Cue } from '@kinora/media'
import { and, asc, eq, getTableColumns, inArray } from 'drizzle-orm'
import type { Queryable } from '../../../platform/database/database.ts'
import { problem } from '../../../platform/problem.ts'
import type { ContentRef } from '../contents/content-view.ts'
import { subtitles, subtitleVersions } from './tables.ts'

export type SubtitleRow = typeof subtitles.$inferSelect
export type VersionRow = typeof subtitleVersions.$inferSelect

const { cues: _cues, styles: _styles, regions: _regions, ...columns } = getTableColumns(subtitleVersions)
/** A version without its large columns. */
export type VersionFacts = Omit<VersionRow, 'cues' | 'styles' | 'regions'>

/** A subtitle with the facts of its one or two versions. */
export interface SubtitleFacts extends SubtitleRow {
  readonly draft: VersionFacts | null
  readonly published: VersionFacts | null
}

/** Subtitles of a content, oldest first. */
export async function listSubtitles(
  db: Queryable,
  environmentId: string,
  contentId: string,
): Promise<SubtitleFacts[]> {
  const rows = await db
    .select()
    .from(subtitles)
    .where(and(eq(subtitles.contentId, contentId), eq(subtitles.environmentId, environmentId)))
    .orderBy(asc(subtitles.id))
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const versions = await db
    .select(columns)
    .from(subtitleVersions)
    .where(inArray(subtitleVersions.subtitleId, ids))
  const find = (id: string, state: VersionRow['state']) =>
    versions.find((version) => version.subtitleId === id && version.state === state) ?? null
  return rows.map((row) => ({ ...row, draft: find(row.id, 'draft'), published: find(row.id, 'published') }))
}

/** @throws problem not-found, also for a subtitle of another video */
export async function getSubtitle(
  db: Queryable,
  environmentId: string,
  contentId: string,
  id: string,
): Promise<SubtitleFacts> {
  const found = (await listSubtitles(db, environmentId, contentId)).find((each) => each.id === id)
  if (found === undefined) throw problem('not-found')
  return found
}

/** The requested version with its cues; by default the draft if there is one. @throws problem not-found */
export async function getVersion(
  db: Queryable,
  { draft, published }: SubtitleFacts,
  state?: VersionRow['state'],
): Promise<VersionRow> {
  const facts = state === undefined ? (draft ?? published) : state === 'draft' ? draft : published
  if (facts === null) throw problem('not-found')
  const [row] = await db.select().from(subtitleVersions).where(eq(subtitleVersions.id, facts.id))
  if (row === undefined) throw problem('not-found')
  return row
}

/** The cues of a published subtitle in its language; null if it is gone. */
export async function findPublishedCues(
  db: Queryable,
  { id: contentId, environmentId }: ContentRef,
  subtitleId: string,
): Promise<{ languageCode: string; cues: Cue[] } | null> {
  const [row] = await db
    .select({ languageCode: subtitleVersions.languageCode, cues: subtitleVersions.cues })
    .from(subtitleVersions)
    .innerJoin(subtitles, eq(subtitles.id, subtitleVersions.subtitleId))
    .where(
      and(
        eq(subtitles.id, subtitleId),
        eq(subtitles.contentId, contentId),
        eq(subtitles.environmentId, environmentId),
        eq(subtitleVersions.state, 'published'),
      ),
    )
  return row === undefined ? null : { ...row, cues: JSON.parse(row.cues) as Cue[] }
}

export function subtitleView({ id, contentId, draft, published, createdAt }: SubtitleFacts): Subtitle {
  return {
    id,
    contentId,
    status: published === null ? 'draft' : 'published',
    published: versionView(published),
    draft: versionView(draft),
    createdAt: createdAt.toISOString(),
  }
}

function versionView(row: VersionFacts | null) {
  if (row === null) return null
  const { name, languageCode, closedCaptions, format, cueCount, updatedAt } = row
  return { name, languageCode, closedCaptions, format, cueCount, updatedAt: updatedAt.toISOString() }
}
