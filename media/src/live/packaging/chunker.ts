import { fragment, type Sample } from '../mp4/fragment.ts'
import type { Packaged, RenditionFacts } from './packaged.ts'
import type { PartLength } from './part-length.ts'

/** A frame. Times are in ticks of the rendition's timescale. */
export interface Frame extends Sample {
  readonly decodeTime: number
}

export interface ChunkerOptions {
  readonly rendition: string
  readonly partLength: () => PartLength
  /** Start of the session, epoch ms. */
  readonly epochMs: number
  readonly emit: (packaged: Packaged) => void
}

/** Writes the frames of one rendition as parts and segments. */
export interface Chunker {
  /** Ends the open segment. Segments after the next `begin` use this init segment. */
  setInit(bytes: Uint8Array, facts: RenditionFacts, timescale: number): void
  /** Ends the open segment. The next frame begins the next one. */
  begin(segment: NextSegment): void
  add(frame: Frame): void
  /** Ends the open segment. */
  end(): void
}

/** Facts of a segment that all renditions share. */
type NextSegment = Pick<
  Extract<Packaged, { type: 'segment-begun' }>,
  'msn' | 'isDiscontinuous' | 'discontinuities'
>

interface OpenSegment {
  readonly msn: number
  readonly startTime: number
  readonly timescale: number
  endTime: number
  parts: number
  sizeBytes: number
}

export function createChunker({ rendition, partLength, epochMs, emit }: ChunkerOptions): Chunker {
  let timescale = 1
  let inits = 0
  let fragments = 0
  let next: NextSegment | null = null
  let segment: OpenSegment | null = null
  let part: Frame[] = []

  const secondsOf = (frames: readonly Frame[]) =>
    frames.reduce((sum, { duration }) => sum + duration, 0) / timescale

  function endPart(): void {
    const [first] = part
    if (first === undefined || segment === null) return
    fragments += 1
    const bytes = fragment(fragments, first.decodeTime, part)
    const { msn, parts } = segment
    const durationS = secondsOf(part)
    const facts = { durationS, frames: part.length, isIndependent: part.some(({ isKey }) => isKey) }
    emit({ type: 'part', rendition, msn, part: parts, ...facts, bytes })
    segment.parts += 1
    segment.sizeBytes += bytes.length
    part = []
  }

  function end(): void {
    endPart()
    if (segment === null) return
    const { msn, startTime, endTime, sizeBytes } = segment
    const durationS = (endTime - startTime) / segment.timescale
    emit({ type: 'segment-ended', rendition, msn, durationS, sizeBytes })
    segment = null
  }

  return {
    end,
    setInit(bytes, facts, ticks) {
      end()
      timescale = ticks
      emit({ type: 'init', rendition, init: inits, facts, partS: partLength().longestS, bytes })
      inits += 1
    },
    begin(segment) {
      end()
      next = { ...segment, isDiscontinuous: segment.isDiscontinuous || (next?.isDiscontinuous ?? false) }
    },
    add(frame) {
      if (next !== null) {
        const startS = frame.decodeTime / timescale
        const { msn } = next
        emit({
          type: 'segment-begun',
          rendition,
          startS,
          ...next,
          init: inits - 1,
          programDateMs: Math.round(epochMs + startS * 1000),
          slateFromMs: null,
        })
        const { decodeTime: startTime } = frame
        segment = { msn, startTime, timescale, endTime: startTime, parts: 0, sizeBytes: 0 }
        next = null
      }
      if (segment === null) return
      const { aimS, longestS } = partLength()
      const frameS = frame.duration / timescale
      if (secondsOf(part) + frameS > longestS) endPart()
      part.push(frame)
      segment.endTime = frame.decodeTime + frame.duration
      if (secondsOf(part) >= aimS - frameS / 2) endPart()
    },
  }
}
