import { minClipS } from '@kinora/contract/library'
import { moment, secondsOf } from '@kinora/contract/timecode'

/** A time range in seconds. */
export interface Range {
  readonly start: number
  readonly end: number
}

/** Parses a typed time into seconds; null if it is not a time. */
export function typedSeconds(text: unknown): number | null {
  const parsed = moment.safeParse(text)
  return parsed.success ? secondsOf(parsed.data) : null
}

/** Sets the start of the range, within the video and at least the minimum clip length before the end. */
export function withStart({ end }: Range, start: number): Range {
  return { start: Math.max(0, Math.min(start, end - minClipS)), end }
}

/** Sets the end of the range. */
export function withEnd({ start }: Range, end: number, duration: number): Range {
  return { start, end: Math.min(duration, Math.max(end, start + minClipS)) }
}

/** The frame rate if the video has none. */
export const usualFrameRate = 25

/** NTSC rates, which are reported rounded. */
const brokenRates = [24_000 / 1001, 30_000 / 1001, 60_000 / 1001]

/** The exact frame rate, so that an hour of frames does not drift. */
export function exactRate(rounded: number | null): number | null {
  return brokenRates.find((rate) => rounded !== null && Math.abs(rate - rounded) < 0.005) ?? rounded
}

/** The start of the frame that is visible at a time, in whole milliseconds. */
export function frameAt(seconds: number, frameRate: number | null): number {
  const frame = frameRate === null ? seconds : Math.floor(seconds * frameRate + 0.01) / frameRate
  return Math.round(frame * 1000) / 1000
}

/** Far enough into a frame that rounding cannot reach the neighboring frame. */
const INTO_FRAME = 0.25

/** A time within the frame that is `frames` after the one visible at `seconds`; negative goes back. */
export function frameFrom(seconds: number, frames: number, frameRate: number | null): number {
  const rate = frameRate || usualFrameRate
  return (Math.floor(seconds * rate + INTO_FRAME / 2) + frames + INTO_FRAME) / rate
}

const steps = [0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200]

/** Times for the labels of a ruler, at most `most`. None at the very end, where a label would not fit. */
export function rulerTimes({ start, end }: Range, most: number): number[] {
  const length = end - start
  const step = steps.find((each) => length / each <= most) ?? length / most
  const first = Math.ceil(start / step)
  const count = Math.max(0, Math.ceil(end / step - 0.25) - first)
  return Array.from({ length: count }, (_, n) => (first + n) * step)
}
