import type { Transaction } from '../../../platform/database/database.ts'
import { rowOf } from '../../../platform/database/row-of.ts'
import { FfmpegFailure } from '../../../platform/ffmpeg/index.ts'
import type { Analysis, UsedProfile } from '../contents/content-facts.ts'
import type { ContentRow } from '../contents/content-view.ts'
import { type NewRendition, renditions } from '../contents/tables.ts'
import type { Workspace } from '../contents/workspace.ts'
import { cancelOutputRemovals, expediteRemovals } from '../files/removals.ts'
import type { Library } from '../library.ts'
import { MediaRefused } from '../sources/analyze.ts'
import { listTracks } from './audio-track-view.ts'
import { audioTracks } from './tables.ts'
import { encodeTrack, enqueueTrack } from './track-encoding.ts'

/** Encodes the added tracks again to match a re-encoded video. Skips tracks that cannot be encoded. */
export async function reencodeTracks(
  library: Library,
  workspace: Workspace,
  content: ContentRow,
  analysis: Analysis,
  { settings }: UsedProfile,
): Promise<NewRendition[]> {
  const made: NewRendition[] = []
  try {
    for (const track of await listTracks(library.db, content)) {
      if (!track.isAdded || track.status !== 'ready') continue
      const ignoreProgress = () => undefined
      const encoded = encodeTrack(
        library,
        workspace,
        content,
        track,
        analysis,
        settings.audio,
        ignoreProgress,
      )
      const rendition = await encoded.catch(nullOnTrackFailure)
      if (rendition !== null) made.push(rendition)
    }
  } catch (error) {
    await expediteRemovals(
      library,
      library.db,
      content.environmentId,
      made.map(({ outputId }) => outputId),
    )
    throw error
  }
  return made
}

/** Ignores an error of the track itself, so that it does not fail the whole re-encoding. */
function nullOnTrackFailure(error: unknown): null {
  const isCrash = error instanceof FfmpegFailure && error.reason !== 'aborted'
  if (isCrash || error instanceof MediaRefused) return null
  throw error
}

/**
 * Adds the encoded tracks to the new renditions, except tracks deleted meanwhile. Tracks that were added meanwhile, or
 * could not be encoded, get a separate job, which records why it fails.
 */
export async function attachTracks(
  library: Library,
  tx: Transaction,
  content: ContentRow,
  made: readonly NewRendition[],
): Promise<void> {
  for (const track of await listTracks(tx, content)) {
    const { status, isAdded, renditionName } = track
    if (!isAdded || status !== 'ready') continue
    const rendition = made.find(({ name }) => name === renditionName)
    if (rendition !== undefined) {
      await cancelOutputRemovals(tx, content.environmentId, [rendition.outputId])
      await tx.insert(renditions).values(rendition)
      continue
    }
    await tx.update(audioTracks).set({ status: 'queued', progress: 0 }).where(rowOf(audioTracks, track))
    await enqueueTrack(library, tx, track)
  }
}
