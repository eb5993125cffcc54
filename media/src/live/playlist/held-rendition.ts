import { highestAvcCodec } from '../codecs/h264.ts'
import type { Packaged, PackagedInit, RenditionFacts } from '../packaging/packaged.ts'
import type { WindowPart } from './live-playlist.ts'

export interface OpenSegment {
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

export interface HeldRendition {
  readonly id: string
  facts: RenditionFacts
  /** Longest part: PART-TARGET. */
  partS: number
  readonly inits: Map<number, Uint8Array>
  segments: OpenSegment[]
  /** Cached playlist and delta update of the current state. */
  texts: (string | undefined)[]
}

export interface KeptLimits {
  /** Length of the playlists in seconds. */
  readonly windowS: number
  /** Number of ended segments per rendition whose bytes are kept. At least 3, because playlists list their parts. */
  readonly keptSegments: number
}

export function holdRendition({ rendition: id, facts, partS, init, bytes }: PackagedInit): HeldRendition {
  return { id, facts, partS, segments: [], texts: [], inits: new Map([[init, bytes]]) }
}

/** Adds the next output of the packager. */
export function addPackaged(own: HeldRendition, packaged: Packaged, limits: KeptLimits): void {
  if (packaged.type === 'init') {
    own.facts = withCodecsOf(own.facts, packaged.facts)
    own.partS = packaged.partS
    own.inits.set(packaged.init, packaged.bytes)
    return
  }
  if (packaged.type === 'segment-begun') {
    const { type: _type, rendition: _rendition, ...begun } = packaged
    own.segments.push({ ...begun, parts: [], bytes: [], durationS: null })
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
    dropOld(own, limits)
  }
}

/** Names a decoder for both, because the window has segments of both. */
function withCodecsOf(earlier: RenditionFacts, facts: RenditionFacts): RenditionFacts {
  return facts.kind === 'audio' ? facts : { ...facts, codecs: highestAvcCodec(earlier.codecs, facts.codecs) }
}

/** Drops segments that have left the window. */
function dropOld(own: HeldRendition, options: KeptLimits): void {
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
