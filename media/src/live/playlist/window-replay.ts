import type { Packaged } from '../packaging/packaged.ts'
import type { HeldRendition } from './held-rendition.ts'

/** Returns the output of the packager that rebuilds these renditions. Init segments come first: all renditions are known
 * before one can be played. */
export function replayOf(renditions: readonly HeldRendition[]): Packaged[] {
  return [...renditions.flatMap(initsOf), ...renditions.flatMap(segmentsOf)]
}

function initsOf({ id: rendition, facts, partS, inits }: HeldRendition): Packaged[] {
  return [...inits].map(([init, bytes]) => ({ type: 'init', rendition, init, facts, partS, bytes }))
}

function segmentsOf({ id: rendition, segments }: HeldRendition): Packaged[] {
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
