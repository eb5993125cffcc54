import { minClipS } from '@kinora/contract/library'
import { moment, secondsOf } from '@kinora/contract/timecode'

/** From when until when, in seconds. */
export interface Range {
  readonly start: number
  readonly end: number
}

/** Seconds of what somebody typed; null where it is no time. */
export function typedSeconds(text: unknown): number | null {
  const parsed = moment.safeParse(text)
  return parsed.success ? secondsOf(parsed.data) : null
}

/** The range with another start: inside the video, and before its end by a clip's least length. */
export function withStart({ end }: Range, start: number): Range {
  return { start: Math.max(0, Math.min(start, end - minClipS)), end }
}

/** The range with another end. */
export function withEnd({ start }: Range, end: number, duration: number): Range {
  return { start, end: Math.min(duration, Math.max(end, start + minClipS)) }
}

/** Where a video says none. */
export const usualFrameRate = 25

/** Rates of television, which are told rounded. */
const brokenRates = [24_000 / 1001, 30_000 / 1001, 60_000 / 1001]

/** Frames a second as they really are, so that an hour of them does not drift. */
export function exactRate(rounded: number | null): number | null {
  return brokenRates.find((rate) => rounded !== null && Math.abs(rate - rounded) < 0.005) ?? rounded
}

/** A time taken to the beginning of the frame that is shown then, in whole milliseconds. */
export function frameAt(seconds: number, frameRate: number | null): number {
  const frame = frameRate === null ? seconds : Math.floor(seconds * frameRate + 0.01) / frameRate
  return Math.round(frame * 1000) / 1000
}

/** A little into a frame no rounding leads to its neighbour. */
const INTO_FRAME = 0.25

/** A time at which the frame is shown that comes so many after the one that is shown at `seconds`, or before it. */
export function frameFrom(seconds: number, frames: number, frameRate: number | null): number {
  const rate = frameRate || usualFrameRate
  return (Math.floor(seconds * rate + INTO_FRAME / 2) + frames + INTO_FRAME) / rate
}

const steps = [0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200]

/** Times to write on a ruler, at most `most` of them and none at the very end, where there is no room to write. */
export function rulerTimes(duration: number, most: number): number[] {
  const step = steps.find((each) => duration / each <= most) ?? duration / most
  return Array.from({ length: Math.ceil(duration / step - 0.25) }, (_, n) => n * step)
}
