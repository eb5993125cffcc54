import type { HeldRendition } from './held-rendition.ts'
import type { WindowSegment } from './live-playlist.ts'

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

/** The first frames of a recent segment, from the smallest video rendition of this width or more.
 * @param stepSegments number of segments after which the still changes */
export function findStill(
  renditions: readonly HeldRendition[],
  width: number,
  stepSegments: number,
): WindowStill | null {
  const videos = renditions
    .flatMap((own) => (own.facts.kind === 'video' ? [{ own, size: own.facts }] : []))
    .sort((a, b) => a.size.width - b.size.width)
  const chosen = videos.find(({ size }) => size.width >= width) ?? videos.at(-1)
  if (chosen === undefined) return null
  const { own, size } = chosen
  const usable = own.segments.filter(
    ({ bytes, parts, durationS }) => durationS !== null && bytes !== null && parts[0]?.isIndependent,
  )
  const segment = usable.findLast(({ msn }) => msn % stepSegments === 0) ?? usable.at(-1)
  const init = segment && own.inits.get(segment.init)
  const [first] = segment?.bytes ?? []
  if (segment === undefined || init === undefined || first === undefined) return null
  return { id: `${own.id}-${segment.msn}`, width: size.width, height: size.height, bytes: [init, first] }
}

/** The ended segments of the smallest video rendition. */
export function findBoard(renditions: readonly HeldRendition[]): WindowBoard | null {
  const [smallest] = renditions
    .flatMap(({ id, facts, segments }) =>
      facts.kind === 'video' ? [{ id, width: facts.width, height: facts.height, segments }] : [],
    )
    .sort((a, b) => a.width - b.width)
  const segments = smallest?.segments.filter(({ durationS }) => durationS !== null) ?? []
  return smallest === undefined || segments.length === 0 ? null : { ...smallest, segments }
}
