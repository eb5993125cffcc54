import type { Bandwidth } from '../../hls/hls.ts'
import type { RenditionFacts } from '../packaging/packaged.ts'
import type { HeldRendition } from './held-rendition.ts'

export interface WindowRendition {
  readonly id: string
  readonly facts: RenditionFacts
  readonly bandwidth: Bandwidth
  /** Measured frames per second. */
  readonly frameRate: number
}

const BANDWIDTH_SEGMENTS = 5

/** Describes a rendition by its recent segments. */
export function describeRendition(own: HeldRendition): WindowRendition {
  return { id: own.id, facts: own.facts, bandwidth: bandwidthOf(own), frameRate: frameRateOf(own) }
}

function frameRateOf({ segments }: HeldRendition): number {
  const parts = segments.slice(-BANDWIDTH_SEGMENTS).flatMap((segment) => segment.parts)
  const frames = parts.reduce((sum, part) => sum + part.frames, 0)
  const durationS = parts.reduce((sum, part) => sum + part.durationS, 0)
  return durationS > 0 ? Math.round((frames / durationS) * 100) / 100 : 0
}

function bandwidthOf({ segments }: HeldRendition): Bandwidth {
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
