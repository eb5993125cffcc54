import * as z from 'zod/mini'
import { messages } from './common.ts'

const pattern = /^(\d{1,2}):([0-5]\d):([0-5]\d(?:\.\d{1,3})?)$/

/** A moment in a video: seconds, or hh:mm:ss with parts of a second where they matter. */
export const moment = z.union(
  [z.number().check(z.minimum(0, messages.timecode)), z.string().check(z.regex(pattern, messages.timecode))],
  messages.timecode,
)

/** Seconds of a moment. */
export function secondsOf(given: z.infer<typeof moment>): number {
  if (typeof given === 'number') return given
  const [, hours = '', minutes = '', seconds = ''] = pattern.exec(given) ?? []
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)
}

/** Seconds as hh:mm:ss, with milliseconds where they are not whole. */
export function timecodeOf(seconds: number): string {
  const milliseconds = Math.round(seconds * 1000)
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0')
  const whole = `${two(milliseconds / 3_600_000)}:${two((milliseconds / 60_000) % 60)}:${two((milliseconds / 1000) % 60)}`
  const rest = milliseconds % 1000
  return rest === 0 ? whole : `${whole}.${String(rest).padStart(3, '0')}`
}
