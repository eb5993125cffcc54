import type { Size } from '../encode/filters.ts'
import { vttTime } from './storyboard.ts'

/** A segment whose first frame a storyboard can show. */
export interface SceneSegment {
  readonly number: number
  readonly startS: number
  readonly durationS: number
}

/** Storyboard of a growing video. Its images are rendered on request, one every 10 s. */
const SCENES = { everyS: 10, most: 300, longSidePx: 256 } as const

/** Chooses segments at equal steps of the timeline. Steps count from time 0, so the choice stays while the window of a
 * live stream moves. Longer windows have longer steps. */
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
    // The first segment of the window counts only if it begins its step.
    return isNext && (n > 0 || startS - own * stepS < durationS)
  })
}

/** Size of a storyboard image. */
export function sceneSize({ width, height }: Size): Size {
  const scale = Math.min(1, SCENES.longSidePx / Math.max(width, height))
  const even = (side: number) => Math.max(2, Math.round((side * scale) / 2) * 2)
  return { width: even(width), height: even(height) }
}

interface Scenes {
  readonly segments: readonly SceneSegment[]
  readonly size: Size
  readonly urlOf: (number: number) => string
  /** Epoch ms of time 0, for players of live streams. Null for recordings. */
  readonly zeroMs: number | null
}

/** WebVTT with one image per cue. Times count from the start of the recording, or from the time in the NOTE. */
export function scenesVtt({ segments, size, urlOf, zeroMs }: Scenes): string {
  const last = segments.at(-1)
  const cues = chooseScenes(segments).map(({ number, startS }, n, all) => {
    const endS = all[n + 1]?.startS ?? (last ? last.startS + last.durationS : startS)
    return `${vttTime(startS)} --> ${vttTime(endS)}\n${urlOf(number)}#xywh=0,0,${size.width},${size.height}\n`
  })
  const note = zeroMs === null ? [] : [`NOTE start=${new Date(zeroMs).toISOString()}\n`]
  return ['WEBVTT\n', ...note, ...cues].join('\n')
}
