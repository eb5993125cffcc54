import * as z from 'zod/mini'
import { requiredOr } from './common.ts'
import { messages } from './messages.gen.ts'

const pattern = /^(\d{1,2}):([0-5]\d):([0-5]\d(?:\.\d{1,3})?)$/
const dayS = 86_400

const seconds = z.number().check(z.minimum(0, messages.clock), z.maximum(dayS, messages.clock))
const clock = (error: Parameters<typeof z.regex>[1]) => z.string().check(z.regex(pattern, error))
const wrong = requiredOr(messages.clock)

/** A time in a video: seconds, or `hh:mm:ss` with optional milliseconds. */
export const moment = z.union([seconds, clock(wrong)], wrong)

/** A time that can be left out. */
export const optionalMoment = z.optional(z.union([seconds, clock(messages.clock)], messages.clock))

/** Numbers from this size on are milliseconds: as seconds they would be after the year 5138. */
const MILLISECONDS_FROM = 1e11
/** The year 5138, the last of both units. */
const MOST_EPOCH = MILLISECONDS_FROM * 1000

/** An epoch time in seconds or milliseconds, as a number or as text. */
export const epoch = z.pipe(
  z.union(
    [
      z.number().check(z.maximum(MOST_EPOCH)),
      z.pipe(z.string().check(z.regex(/^\d+(\.\d+)?$/)), z.transform(Number)),
    ],
    messages.epochFormat,
  ),
  z
    .number(messages.epochFormat)
    .check(z.positive(messages.epochFormat), z.maximum(MOST_EPOCH, messages.epochFormat)),
)

/** An epoch time that is no position in a video. */
const lateEpoch = z.pipe(epoch, z.number().check(z.gt(dayS, messages.clock)))

/** A time in a video, or an epoch time for a recording of a live stream. */
export const recordedMoment = z.union([seconds, clock(wrong), lateEpoch], wrong)
export const optionalRecordedMoment = z.optional(
  z.union([seconds, clock(messages.clock), lateEpoch], messages.clock),
)

/** Whether a time is an epoch time. No video is longer than a day in seconds. */
export function isEpoch(given: number | string): given is number {
  return typeof given === 'number' && given > dayS
}

/** An epoch time in seconds. */
export function epochSeconds(given: number): number {
  return given >= MILLISECONDS_FROM ? given / 1000 : given
}

/** Converts a time to seconds. */
export function secondsOf(given: z.infer<typeof moment>): number {
  if (typeof given === 'number') return given
  const [, hours = '', minutes = '', seconds = ''] = pattern.exec(given) ?? []
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)
}

/** Formats seconds as `hh:mm:ss`, with milliseconds if they are not zero: `00:01:02.040`. */
export function timecodeOf(seconds: number): string {
  const thousandths = Math.max(0, Math.round(seconds * 1000))
  const whole = Math.floor(thousandths / 1000)
  const two = (value: number) => String(value).padStart(2, '0')
  const clock = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60].map(two).join(':')
  const rest = thousandths % 1000
  return rest === 0 ? clock : `${clock}.${String(rest).padStart(3, '0')}`
}
