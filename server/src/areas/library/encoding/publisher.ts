import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  addToTotals,
  bandwidthOf,
  codecsOf,
  type InitTrack,
  noSegmentTotals,
  parseFragments,
  parseInit,
  RENDITION,
  type SegmentTotals,
} from '@kinora/media'
import type { ContentRef } from '../contents/content-view.ts'
import { initKey, segmentKey } from '../files/storage-keys.ts'
import type { Library } from '../library.ts'
import { playlistReader } from './playlist-reader.ts'
import { recordSegments } from './segments.ts'
import type { SegmentList } from './tables.ts'

export interface PublishTarget {
  readonly name: string
  readonly outputId: string
}

/** Copies a rendition from ffmpeg's folder into storage. */
export interface Publisher {
  readonly target: PublishTarget
  /** Copies the segments that ffmpeg has finished since the last call. False if there were none. */
  advance(): Promise<boolean>
  /** Records the segments copied since the last call, so that players see them. */
  record(): Promise<void>
  readonly segments: SegmentList
  readonly totals: () => SegmentTotals
  /** RFC 6381; null until there is a segment. */
  readonly codecs: () => string | null
  readonly isWhole: () => boolean
}

const MP4 = 'video/mp4'

export function publisher(
  library: Pick<Library, 'storage' | 'db'>,
  content: ContentRef,
  folder: string,
  target: PublishTarget,
): Publisher {
  const { storage, db } = library
  const from = join(folder, target.name)
  const segments: SegmentList = []
  let codecs: string | null = null
  let tracks: InitTrack[] = []
  let totals = noSegmentTotals
  const readPlaylist = playlistReader(join(from, RENDITION.playlist))
  let whole = false
  let recorded = 0

  return {
    target,
    segments,
    totals: () => totals,
    codecs: () => codecs,
    isWhole: () => whole,

    async advance() {
      const playlist = await readPlaylist()
      if (playlist === null) return false
      const { segments: added, ended } = playlist
      if (added.length > 0 && codecs === null) {
        const init = await readFile(join(from, RENDITION.init))
        codecs = codecsOf(init)
        tracks = parseInit(init)
        await storage.put(initKey(content.id, target.outputId), init, MP4)
      }
      for (const [n, { uri, durationS }] of added.entries()) {
        const path = join(from, uri.split('/').at(-1) ?? '')
        const key = segmentKey(content.id, target.outputId, segments.length)
        const isLast = ended && n === added.length - 1
        const actualDurationS = isLast ? durationOf(await readFile(path), tracks) : null
        const { size } = await storage.putFile(key, path, MP4)
        segments.push([actualDurationS ?? durationS, size])
        totals = addToTotals(totals, { durationS: actualDurationS ?? durationS, sizeBytes: size })
      }
      const hasChanged = added.length > 0 || ended !== whole
      whole = ended
      return hasChanged
    },

    async record() {
      if (recorded === segments.length || codecs === null) return
      const added = segments.slice(recorded)
      const facts = { codecs, bitrate: bandwidthOf(totals).average }
      await recordSegments(db, content, target.outputId, recorded, added, facts)
      recorded += added.length
    },
  }
}

/**
 * Duration of a segment according to its boxes. ffmpeg counts up to the start of the next segment, and for the last one
 * up to a frame that is not always the last one shown.
 */
function durationOf(segment: Buffer, [track]: readonly InitTrack[]): number | null {
  if (track === undefined) return null
  const ticks = parseFragments(segment, [track]).reduce((sum, { duration }) => sum + duration, 0)
  return ticks > 0 ? ticks / track.timescale : null
}
