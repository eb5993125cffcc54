import { addToLines, noSegmentLines, playlistText, type SegmentLines } from '@kinora/media'
import { cacheRules, type PlaylistFile, playlistFile } from '../../delivery/index.ts'
import { initName } from '../files/storage-keys.ts'
import type { SegmentTimeline } from '../playable/segment-timeline.ts'

/** A media playlist that grows. Appending a segment costs only its own lines. */
export interface GrowingPlaylist {
  readonly file: PlaylistFile
  readonly count: number
  readonly ended: boolean
  /** The lines to append to; empty once the playlist has ended. */
  readonly lines: SegmentLines
}

interface Wanted {
  readonly outputId: string
  readonly segments: SegmentTimeline
  readonly ended: boolean
  readonly initUri: string | null
  readonly nameOf: (segment: number) => string
}

/** @param previous the same playlist with fewer segments, if known */
export function growPlaylist(previous: GrowingPlaylist | undefined, wanted: Wanted): GrowingPlaylist {
  const { outputId, segments, ended, initUri, nameOf } = wanted
  const { count } = segments
  if (previous?.count === count && previous.ended === ended) return previous
  const known = previous?.lines ?? noSegmentLines
  const breaks = new Map(initUri === null ? [] : segments.breaks.map(({ segment, init }) => [segment, init]))
  const added = segments.durationsS.slice(known.count, count).map((durationS, n) => {
    const segment = known.count + n
    const init = breaks.get(segment)
    const programDateMs = segments.startedMs.get(segment)
    const initUri = init === undefined ? undefined : initName(init)
    return { uri: nameOf(segment), durationS, initUri, programDateMs }
  })
  const lines = addToLines(known, added)
  const text = playlistText({ initUri, lines, ended })
  if (ended) return { file: playlistFile(text, cacheRules.hour), count, ended, lines: noSegmentLines }
  // Until it ends, a playlist only gets more segments, so their count identifies its text. Hashing would read all of
  // it.
  const facts = { etag: `${outputId}-${count}`, sizeBytes: text.length }
  return { file: playlistFile(text, cacheRules.seconds, facts), count, ended, lines }
}

/** Approximate size in memory. */
export function playlistBytes({ file, lines }: GrowingPlaylist): number {
  return file.sizeBytes + lines.text.length
}
