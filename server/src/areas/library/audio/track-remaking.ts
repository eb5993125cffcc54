import { eq } from 'drizzle-orm'
import type { Transaction } from '../../../platform/database/database.ts'
import { FfmpegFailure } from '../../../platform/ffmpeg/index.ts'
import type { Analysis, UsedProfile } from '../contents/content-facts.ts'
import type { ContentRow } from '../contents/content-view.ts'
import { type NewRendition, renditions } from '../contents/tables.ts'
import { keepPlaces } from '../files/removals.ts'
import type { Work } from '../files/work.ts'
import { MediaRefused } from '../ingest/analyze.ts'
import type { Library } from '../library.ts'
import { tracksOf } from './audio-track-view.ts'
import { audioTracks } from './tables.ts'
import { encodeTrack, enqueueTrack, forgetPlaces } from './track-making.ts'

/** The added tracks of a video that is made anew, to fit to it. Those that cannot be made keep nothing back. */
export async function makeTracks(
  library: Library,
  work: Work,
  content: ContentRow,
  analysis: Analysis,
  { settings }: UsedProfile,
): Promise<NewRendition[]> {
  const made: NewRendition[] = []
  try {
    for (const track of await tracksOf(library.db, content.id)) {
      if (!track.isAdded || track.status !== 'ready') continue
      const unheard = () => undefined
      const encoded = encodeTrack(library, work, content, track, analysis, settings.audio, unheard)
      const rendition = await encoded.catch(nullIfItsOwn)
      if (rendition !== null) made.push(rendition)
    }
  } catch (error) {
    await forgetPlaces(
      library,
      made.map(({ filesId }) => filesId),
    )
    throw error
  }
  return made
}

/** What is wrong with one track keeps back nothing else. */
function nullIfItsOwn(error: unknown): null {
  const isCrash = error instanceof FfmpegFailure && error.reason !== 'aborted'
  if (isCrash || error instanceof MediaRefused) return null
  throw error
}

/**
 * Puts them beside the new pictures. What was deleted meanwhile stays away; what was added, or could not be made, gets a
 * job of its own, which says why where it fails.
 */
export async function takeTracks(
  library: Library,
  tx: Transaction,
  { id: contentId }: ContentRow,
  made: readonly NewRendition[],
): Promise<void> {
  for (const track of await tracksOf(tx, contentId)) {
    const { id, status, isAdded, renditionName } = track
    if (!isAdded || status !== 'ready') continue
    const rendition = made.find(({ name }) => name === renditionName)
    if (rendition !== undefined) {
      await keepPlaces(tx, [rendition.filesId])
      await tx.insert(renditions).values(rendition)
      continue
    }
    await tx.update(audioTracks).set({ status: 'queued', progress: 0 }).where(eq(audioTracks.id, id))
    await enqueueTrack(library, tx, track)
  }
}
