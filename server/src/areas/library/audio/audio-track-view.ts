import { type AudioTrack, canonicalLanguage } from '@kinora/contract'
import { and, asc, eq } from 'drizzle-orm'
import type { Queryable } from '../../../platform/database/database.ts'
import { problem } from '../../../platform/problem.ts'
import { type ContentRef, errorView } from '../contents/content-view.ts'
import { partOf } from '../contents/part-of.ts'
import { audioTracks } from './tables.ts'
import { trackName } from './track-name.ts'

export type AudioTrackRow = typeof audioTracks.$inferSelect

/** Identifies an audio track. */
export type TrackRef = Pick<AudioTrackRow, 'id' | 'environmentId'>

/** Audio tracks of a content, in the order of lists and playlists. */
export function listTracks(db: Queryable, content: ContentRef): Promise<AudioTrackRow[]> {
  return db
    .select()
    .from(audioTracks)
    .where(partOf(audioTracks, content))
    .orderBy(asc(audioTracks.position), asc(audioTracks.id))
}

/** @throws problem not-found, also for a track of another video */
export async function getTrack(db: Queryable, content: ContentRef, id: string): Promise<AudioTrackRow> {
  const [row] = await db
    .select()
    .from(audioTracks)
    .where(and(partOf(audioTracks, content), eq(audioTracks.id, id)))
  if (row === undefined) throw problem('not-found')
  return row
}

/** The displayed name and the canonical language of a track. The name falls back to the language, then to a number. */
export function trackLabel({
  name,
  languageCode,
  position,
}: Pick<AudioTrackRow, 'name' | 'languageCode' | 'position'>) {
  const language = languageCode === null ? null : (canonicalLanguage(languageCode) ?? languageCode)
  return { name: trackName(name, language, `Audio ${position + 1}`), language }
}

export function audioTrackView(row: AudioTrackRow): AudioTrack {
  const { name, language } = trackLabel(row)
  return {
    id: row.id,
    contentId: row.contentId,
    origin: row.isAdded ? 'added' : 'source',
    name,
    languageCode: language,
    role: row.role,
    isDefault: row.isDefault,
    status: row.status,
    progress: row.progress,
    error: errorView(row.errorId),
    fileName: row.fileName,
    createdAt: row.createdAt.toISOString(),
  }
}
