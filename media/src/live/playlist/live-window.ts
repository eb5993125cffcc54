import type { Bandwidth } from '../../hls/hls.ts'
import type { Packaged, RenditionFacts } from '../packaging/packaged.ts'
import { type LiveMark, type LiveMarkStyle, markLines } from './live-marks.ts'
import { parseLiveName } from './live-names.ts'
import {
  livePlaylist,
  type MarkLines,
  type Reach,
  type Report,
  reachOf,
  type WindowPart,
  type WindowSegment,
} from './live-playlist.ts'

export interface LiveWindowOptions {
  /** Longest segment, rounded: EXT-X-TARGETDURATION. */
  readonly targetS: number
  /** Longest part: PART-TARGET. */
  readonly partS: number
  /** Length of the playlists in seconds. */
  readonly windowS: number
  /** Number of ended segments per rendition whose bytes are kept. At least 3, because playlists list their parts. */
  readonly keptSegments: number
}

/** A file below a rendition's playlist. `stored` segments are no longer in memory. */
export type WindowFile =
  | { readonly kind: 'bytes'; readonly bytes: readonly Uint8Array[]; readonly durationS: number }
  | { readonly kind: 'stored'; readonly msn: number; readonly durationS: number }
  /** The file will exist soon. */
  | { readonly kind: 'pending' }

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
  /** Whether the stream has ended. */
  isEnded(): boolean
  /** Returns the output of the packager that rebuilds this window. Segments whose bytes are no longer kept have no
   * parts. */
  replay(): Packaged[]
}

export interface WindowStill {
  /** Identifies the still image. */
  readonly id: string
  readonly width: number
  readonly height: number
  readonly bytes: readonly Uint8Array[]
}

export interface WindowBoard {
  /** ID of the rendition. */
  readonly id: string
  readonly width: number
  readonly height: number
  readonly segments: readonly WindowSegment[]
}

export interface WindowRendition {
  readonly id: string
  readonly facts: RenditionFacts
  readonly bandwidth: Bandwidth
  /** Measured frames per second. */
  readonly frameRate: number
}

interface OpenSegment {
  msn: number
  startS: number
  programDateMs: number
  isDiscontinuous: boolean
  discontinuities: number
  init: number
  slateFromMs: number | null
  parts: WindowPart[]
  /** Bytes of the parts. Null when they are no longer kept. */
  bytes: Uint8Array[] | null
  durationS: number | null
}

interface Rendition {
  readonly id: string
  facts: RenditionFacts
  readonly inits: Map<number, Uint8Array>
  segments: OpenSegment[]
  /** Cached playlist and delta update of the current state. */
  texts: (string | undefined)[]
}

const BANDWIDTH_SEGMENTS = 5
/** Interval at which the still image changes. */
const STILL_S = 10

export function createLiveWindow(options: LiveWindowOptions): LiveWindow {
  const all = new Map<string, Rendition>()
  let isEnded = false
  let marked: { readonly marks: readonly LiveMark[]; readonly style: LiveMarkStyle } = {
    marks: [],
    style: 'none',
  }
  /** Cached for the current state, like `described`. */
  let lines: MarkLines | null = null
  let described: ReturnType<LiveWindow['renditions']> | null = null

  function renditionOf(id: string): Rendition | null {
    return all.get(id) ?? null
  }

  function apply(packaged: Packaged): void {
    const own = renditionOf(packaged.rendition)
    changed()
    if (packaged.type === 'init') {
      const { rendition: id, facts, init, bytes } = packaged
      if (own === null)
        all.set(id, {
          id,
          facts,
          segments: [],
          texts: [],
          inits: new Map([[init, bytes]]),
        })
      else {
        own.facts = facts
        own.inits.set(init, bytes)
      }
      return
    }
    if (own === null) return
    if (packaged.type === 'segment-begun') {
      const { type: _type, rendition: _rendition, ...begun } = packaged
      own.segments.push({
        ...begun,
        parts: [],
        bytes: [],
        durationS: null,
      })
      return
    }
    const segment = own.segments.at(-1)
    if (segment === undefined || segment.msn !== packaged.msn) return
    if (packaged.type === 'part') {
      const { durationS, frames, isIndependent, bytes } = packaged
      segment.parts.push({ durationS, frames, isIndependent })
      segment.bytes?.push(bytes)
    } else {
      segment.durationS = packaged.durationS
      if (segment.parts.length === 0) segment.bytes = null
      dropOld(own)
    }
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

  /** Drops segments that have left the window. */
  function dropOld(own: Rendition): void {
    const old = own.segments.at(-1 - options.keptSegments)
    if (old !== undefined) old.bytes = null
    let listedS = own.segments.reduce((sum, { durationS }) => sum + (durationS ?? 0), 0)
    while (own.segments.length > options.keptSegments) {
      const [first] = own.segments
      if (first === undefined || listedS - (first.durationS ?? 0) < options.windowS) break
      listedS -= first.durationS ?? 0
      own.segments.shift()
    }
    const oldest = own.segments[0]?.init ?? 0
    for (const init of own.inits.keys()) if (init < oldest) own.inits.delete(init)
  }

  function reports(own: Rendition): Report[] {
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
        .map((own) => ({
          id: own.id,
          facts: own.facts,
          bandwidth: bandwidthOf(own),
          frameRate: frameRateOf(own),
        }))
      return described
    },
    playlist(id, skip) {
      const own = renditionOf(id)
      if (own === null || !own.segments.some(({ parts }) => parts.length > 0)) return null
      const slot = skip ? 1 : 0
      own.texts[slot] ??= livePlaylist({
        ...options,
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
    // Init segments first: all renditions are known before one can be played.
    replay: () => [...[...all.values()].flatMap(initsOf), ...[...all.values()].flatMap(segmentsOf)],
    endOf(id, msn) {
      const segment = renditionOf(id)?.segments.findLast((each) => each.msn === msn)
      return segment ? segment.parts.reduce((endS, { durationS }) => endS + durationS, segment.startS) : null
    },
    still(width, rendition) {
      const videos = [...all.values()]
        .filter(({ id }) => rendition === undefined || id === rendition)
        .flatMap((own) => (own.facts.kind === 'video' ? [{ own, size: own.facts }] : []))
        .sort((a, b) => a.size.width - b.size.width)
      const chosen = videos.find(({ size }) => size.width >= width) ?? videos.at(-1)
      if (chosen === undefined) return null
      const { own, size } = chosen
      const usable = own.segments.filter(
        ({ bytes, parts, durationS }) => durationS !== null && bytes !== null && parts[0]?.isIndependent,
      )
      const stepS = STILL_S / options.targetS
      const segment = usable.findLast(({ msn }) => msn % stepS === 0) ?? usable.at(-1)
      const init = segment && own.inits.get(segment.init)
      const [first] = segment?.bytes ?? []
      if (segment === undefined || init === undefined || first === undefined) return null
      return { id: `${own.id}-${segment.msn}`, width: size.width, height: size.height, bytes: [init, first] }
    },
    board() {
      const [smallest] = [...all.values()]
        .flatMap(({ id, facts, segments }) =>
          facts.kind === 'video' ? [{ id, width: facts.width, height: facts.height, segments }] : [],
        )
        .sort((a, b) => a.width - b.width)
      const segments = smallest?.segments.filter(({ durationS }) => durationS !== null) ?? []
      return smallest === undefined || segments.length === 0 ? null : { ...smallest, segments }
    },
    reaches(id, msn, part) {
      const last = renditionOf(id)?.segments.at(-1)
      if (isEnded || last === undefined) return 'yes'
      return reachOf(last, msn, part)
    },
    file(id, name) {
      const own = renditionOf(id)
      if (own === null) return null
      const wanted = parseLiveName(name)
      if (wanted?.kind === 'segment') return segmentFile(own, wanted.msn)
      if (wanted?.kind === 'part') return partFile(own, wanted.msn, wanted.part)
      const init = wanted && own.inits.get(wanted.init)
      return init ? { kind: 'bytes', bytes: [init], durationS: 0 } : null
    },
  }

  function segmentFile(own: Rendition, msn: number): WindowFile | null {
    const segment = own.segments.find((each) => each.msn === msn)
    if (segment === undefined || segment.durationS === null) return ahead(own, msn)
    const { bytes, durationS } = segment
    return bytes === null ? { kind: 'stored', msn, durationS } : { kind: 'bytes', bytes, durationS }
  }

  function partFile(own: Rendition, msn: number, part: number): WindowFile | null {
    const segment = own.segments.find((each) => each.msn === msn)
    const bytes = segment?.bytes?.[part]
    if (bytes !== undefined)
      return { kind: 'bytes', bytes: [bytes], durationS: segment?.parts[part]?.durationS ?? 0 }
    if (segment !== undefined && segment.durationS !== null) return null
    return ahead(own, msn)
  }

  /** Answer for a missing file. Players may wait for files of the current and the next segment. */
  function ahead(own: Rendition, msn: number): WindowFile | null {
    const last = own.segments.at(-1)
    const isSoon = last !== undefined && msn >= last.msn && msn <= last.msn + 1
    return isSoon && !isEnded ? { kind: 'pending' } : null
  }
}

function initsOf({ id: rendition, facts, inits }: Rendition): Packaged[] {
  return [...inits].map(([init, bytes]) => ({ type: 'init', rendition, init, facts, bytes }))
}

function segmentsOf({ id: rendition, segments }: Rendition): Packaged[] {
  return segments.flatMap(({ parts, bytes, durationS, ...begun }): Packaged[] => {
    const { msn } = begun
    const sizeBytes = (bytes ?? []).reduce((sum, { length }) => sum + length, 0)
    return [
      { type: 'segment-begun', rendition, ...begun },
      ...(bytes ?? []).map((body, part): Packaged => {
        const facts = parts[part] ?? { durationS: 0, frames: 0, isIndependent: false }
        return { type: 'part', rendition, msn, part, ...facts, bytes: body }
      }),
      ...(durationS === null
        ? []
        : [{ type: 'segment-ended', rendition, msn, durationS, sizeBytes } as const]),
    ]
  })
}

function frameRateOf({ segments }: Rendition): number {
  const parts = segments.slice(-BANDWIDTH_SEGMENTS).flatMap((segment) => segment.parts)
  const frames = parts.reduce((sum, part) => sum + part.frames, 0)
  const durationS = parts.reduce((sum, part) => sum + part.durationS, 0)
  return durationS > 0 ? Math.round((frames / durationS) * 100) / 100 : 0
}

function bandwidthOf({ segments }: Rendition): Bandwidth {
  const measured = segments
    .filter(({ bytes, parts }) => bytes !== null && parts.length > 0)
    .slice(-BANDWIDTH_SEGMENTS)
    .map(({ bytes, parts }) => ({
      bits: (bytes ?? []).reduce((sum, { length }) => sum + length * 8, 0),
      durationS: parts.reduce((sum, { durationS }) => sum + durationS, 0),
    }))
  const bits = measured.reduce((sum, each) => sum + each.bits, 0)
  const durationS = measured.reduce((sum, each) => sum + each.durationS, 0)
  const average = Math.ceil(bits / Math.max(durationS, 0.001))
  const peak = Math.ceil(Math.max(...measured.map((each) => each.bits / Math.max(each.durationS, 0.001)), 0))
  return { average, peak: Math.max(average, peak) }
}
