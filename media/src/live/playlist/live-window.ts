import type { Packaged } from '../packaging/packaged.ts'
import { addPackaged, type HeldRendition, holdRendition, type KeptLimits } from './held-rendition.ts'
import { type LiveMark, type LiveMarkStyle, markLines } from './live-marks.ts'
import {
  livePlaylist,
  type MarkLines,
  type Reach,
  type Report,
  reachOf,
  type WindowSegment,
} from './live-playlist.ts'
import { describeRendition, type WindowRendition } from './window-facts.ts'
import { findFile, type WindowFile } from './window-files.ts'
import { replayOf } from './window-replay.ts'
import { findBoard, findStill, type WindowBoard, type WindowStill } from './window-stills.ts'

export interface LiveWindowOptions extends KeptLimits {
  /** Longest segment, rounded: EXT-X-TARGETDURATION. */
  readonly targetS: number
}

/** The latest segments and parts of a live stream in memory, with their playlists. */
export interface LiveWindow {
  apply(packaged: Packaged): void
  /** Ends the stream and its playlists. */
  end(): void
  remove(rendition: string): void
  /** Sets the breaks that playlists announce, and the marker style. */
  mark(marks: readonly LiveMark[], style: LiveMarkStyle): void
  /** Renditions that can be played. */
  readonly renditions: () => readonly WindowRendition[]
  /** Whether every rendition has an ended segment, so that the first player sees all renditions. */
  isPlayable(): boolean
  /** The media playlist, or a delta update (`skip`). Null if the rendition cannot be played yet. */
  playlist(rendition: string, skip: boolean): string | null
  /** Whether a segment or part is in the playlist. `too-far` if requests for it are errors (RFC 8216bis 6.2.5.2). */
  reaches(rendition: string, msn: number, part: number | null): Reach
  /** Null if there is no such file. */
  file(rendition: string, name: string): WindowFile | null
  /** End of a segment's last part in seconds since the start of the session. Null if it is not in the window. */
  endOf(rendition: string, msn: number): number | null
  /** The first frames of a recent segment with the init segment, to render a still. Changes about every 10 s. Null
   * before the first segment.
   * @param width chooses the smallest rendition of this width or more @param rendition chooses this rendition */
  still(width: number, rendition?: string): WindowStill | null
  /** The smallest video rendition, for the storyboard. Null before the first ended segment. */
  board(): WindowBoard | null
  /** Current segments of a rendition. */
  segments(rendition: string): readonly WindowSegment[]
  readonly options: LiveWindowOptions
  /** Longest part of a rendition in seconds: PART-TARGET. */
  partS(rendition: string): number
  /** Whether the stream has ended. */
  isEnded(): boolean
  /** Returns the output of the packager that rebuilds this window. Segments whose bytes are no longer kept have no
   * parts. */
  replay(): Packaged[]
}

/** Interval at which the still image changes. */
const STILL_S = 10

export function createLiveWindow(options: LiveWindowOptions): LiveWindow {
  const all = new Map<string, HeldRendition>()
  let isEnded = false
  let marked: { readonly marks: readonly LiveMark[]; readonly style: LiveMarkStyle } = {
    marks: [],
    style: 'none',
  }
  /** Cached for the current state, like `described`. */
  let lines: MarkLines | null = null
  let described: ReturnType<LiveWindow['renditions']> | null = null

  function renditionOf(id: string): HeldRendition | null {
    return all.get(id) ?? null
  }

  function apply(packaged: Packaged): void {
    changed()
    const own = renditionOf(packaged.rendition)
    if (own !== null) addPackaged(own, packaged, options)
    else if (packaged.type === 'init') all.set(packaged.rendition, holdRendition(packaged))
  }

  function changed(): void {
    lines = null
    described = null
    for (const own of all.values()) own.texts = []
  }

  /** Ad markers. They follow the segments of one rendition, so that they are the same in all renditions. */
  function marks(): MarkLines {
    const video = [...all.values()].find(({ facts }) => facts.kind === 'video')
    const reference = video ?? all.values().next().value
    lines ??= markLines(marked.marks, marked.style, reference?.segments ?? [], options.targetS)
    return lines
  }

  function reports(own: HeldRendition): Report[] {
    return [...all.values()].flatMap((other) => {
      const last = other.segments.at(-1)
      if (other === own || last === undefined || last.parts.length === 0) return []
      return [{ id: other.id, msn: last.msn, part: last.parts.length - 1 }]
    })
  }

  return {
    apply,
    options,
    isEnded: () => isEnded,
    partS: (id) => renditionOf(id)?.partS ?? options.targetS,
    segments: (id) => renditionOf(id)?.segments ?? [],
    end() {
      isEnded = true
      changed()
    },
    remove(id) {
      all.delete(id)
      changed()
    },
    mark(marks, style) {
      marked = { marks, style }
      changed()
    },
    renditions() {
      described ??= [...all.values()]
        .filter(({ segments }) => segments.some(({ parts }) => parts.length > 0))
        .map(describeRendition)
      return described
    },
    playlist(id, skip) {
      const own = renditionOf(id)
      if (own === null || !own.segments.some(({ parts }) => parts.length > 0)) return null
      const slot = skip ? 1 : 0
      own.texts[slot] ??= livePlaylist({
        ...options,
        partS: own.partS,
        segments: own.segments,
        isEnded,
        skip,
        reports: reports(own),
        marks: marks(),
      })
      return own.texts[slot]
    },
    isPlayable: () =>
      all.size > 0 &&
      [...all.values()].every(({ segments }) => segments.some((each) => each.durationS !== null)),
    replay: () => replayOf([...all.values()]),
    endOf(id, msn) {
      const segment = renditionOf(id)?.segments.findLast((each) => each.msn === msn)
      return segment ? segment.parts.reduce((endS, { durationS }) => endS + durationS, segment.startS) : null
    },
    still(width, rendition) {
      const own = [...all.values()].filter(({ id }) => rendition === undefined || id === rendition)
      return findStill(own, width, STILL_S / options.targetS)
    },
    board: () => findBoard([...all.values()]),
    reaches(id, msn, part) {
      const last = renditionOf(id)?.segments.at(-1)
      if (isEnded || last === undefined) return 'yes'
      return reachOf(last, msn, part)
    },
    file(id, name) {
      const own = renditionOf(id)
      return own && findFile(own, name, isEnded)
    },
  }
}
