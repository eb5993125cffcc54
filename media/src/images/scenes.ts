import type { Size } from '../encode/filters.ts'
import { vttTime } from './storyboard.ts'

/** A segment that a storyboard may show, by its first frame. */
export interface SceneSegment {
  readonly number: number
  readonly startS: number
  readonly durationS: number
}

/** A storyboard of pictures that are drawn when somebody asks for them, because its video grows. */
const SCENES = { everyS: 10, most: 300, longSidePx: 256 } as const

/** Segments at equal steps of the timeline. The choice stays the same while the window of a live stream moves, until
 * longer windows need longer steps. */
export function chooseScenes<S extends SceneSegment>(segments: readonly S[]): S[] {
  const [first, last] = [segments[0], segments.at(-1)]
  if (first === undefined || last === undefined) return []
  const spanS = last.startS + last.durationS - first.startS
  const stepS = Math.max(1, Math.ceil(spanS / SCENES.most / SCENES.everyS)) * SCENES.everyS
  let step = -1
  return segments.filter(({ startS, durationS }, n) => {
    const own = Math.floor(startS / stepS)
    const isNext = own !== step
    step = own
    // The window may begin in the middle of a step.
    return isNext && (n > 0 || startS - own * stepS < durationS)
  })
}

/** Size of a picture of the storyboard. */
export function sceneSize({ width, height }: Size): Size {
  const scale = Math.min(1, SCENES.longSidePx / Math.max(width, height))
  const even = (side: number) => Math.max(2, Math.round((side * scale) / 2) * 2)
  return { width: even(width), height: even(height) }
}

interface Scenes {
  readonly segments: readonly SceneSegment[]
  readonly size: Size
  readonly urlOf: (number: number) => string
  /** Wall-clock time of time 0 in ms since 1970, which players of live streams need. Null for recordings. */
  readonly zeroMs: number | null
}

/** WebVTT with a picture per cue. Times count from the start of the recording, or from the time in its note. */
export function scenesVtt({ segments, size, urlOf, zeroMs }: Scenes): string {
  const last = segments.at(-1)
  const cues = chooseScenes(segments).map(({ number, startS }, n, all) => {
    const endS = all[n + 1]?.startS ?? (last ? last.startS + last.durationS : startS)
    return `${vttTime(startS)} --> ${vttTime(endS)}\n${urlOf(number)}#xywh=0,0,${size.width},${size.height}\n`
  })
  const note = zeroMs === null ? [] : [`NOTE start=${new Date(zeroMs).toISOString()}\n`]
  return ['WEBVTT\n', ...note, ...cues].join('\n')
}
