import { cueLimits } from './cues.ts'

// No two parts match the same characters, so matching takes linear time.
const oneTime = String.raw`(?:(\d{1,6}):)?(\d{1,2}):(\d{1,2})(?:[.,](\d{1,6}))?`
const timing = new RegExp(`^${oneTime}[ \t]*-->[ \t]*${oneTime}(?:[ \t]+([^ \t].*)|([^ \t\\d:.,].*))?$`)
const single = new RegExp(`^${oneTime}$`)

export interface Timing {
  readonly start: number
  readonly end: number
  /** The text after the times. */
  readonly rest: string
}

/** Parses `00:01.5 --> 01:02:03,250 …` of SubRip or WebVTT. Hours, fractions and the space before the settings are
 * optional, as in the parser of WebVTT (6.3). Null for anything else. */
export function parseTiming(line: string): Timing | null {
  const found = timing.exec(line.trim())
  if (found === null) return null
  const start = secondsOf(found.slice(1, 5))
  const end = secondsOf(found.slice(5, 9))
  return start === null || end === null ? null : { start, end, rest: (found[9] ?? found[10] ?? '').trim() }
}

/** Whether a line is meant as a timing, valid or not. */
export function looksLikeTiming(line: string): boolean {
  return line.includes('-->') && /^\s*-?\d/.test(line)
}

/** A single time in seconds, or null. */
export function parseTime(text: string): number | null {
  const found = single.exec(text)
  return found === null ? null : secondsOf(found.slice(1, 5))
}

/** `01:02:03.250`, or with SubRip's comma. */
export function writeTime(timeS: number, point: '.' | ',' = '.'): string {
  const ms = Math.round(timeS * 1000)
  const parts = [Math.floor(ms / 3_600_000), Math.floor(ms / 60_000) % 60, Math.floor(ms / 1000) % 60]
  const clock = parts.map((part) => String(part).padStart(2, '0')).join(':')
  return `${clock}${point}${String(ms % 1000).padStart(3, '0')}`
}

function secondsOf([hours = '0', minutes = '0', seconds = '0', fraction = '0']: (string | undefined)[]) {
  if (Number(minutes) > 59 || Number(seconds) > 59 || Number(hours) >= cueLimits.hours) return null
  const ms = Math.min(999, Math.round(Number(`0.${fraction}`) * 1000))
  return (Number(hours) * 3_600_000 + Number(minutes) * 60_000 + Number(seconds) * 1000 + ms) / 1000
}
