const time = /^(?:(\d{1,6}):)?(\d{1,2}):(\d{1,2})(?:[.,](\d{1,3}))?$/

/** Formats a time as in subtitle files: `01:02:03.250`. */
export function writeTime(seconds: number): string {
  const ms = Math.round(seconds * 1000)
  const parts = [Math.floor(ms / 3_600_000), Math.floor(ms / 60_000) % 60, Math.floor(ms / 1000) % 60]
  const clock = parts.map((part) => String(part).padStart(2, '0')).join(':')
  return `${clock}.${String(ms % 1000).padStart(3, '0')}`
}

/** Parses `hh:mm:ss.mmm`; hours and fractions are optional. Null if it is invalid. */
export function readTime(text: string): number | null {
  const found = time.exec(text.trim())
  if (found === null) return null
  const [hours = '0', minutes = '0', seconds = '0', fraction = '0'] = found.slice(1)
  if (Number(minutes) > 59 || Number(seconds) > 59) return null
  const ms = Number(fraction.padEnd(3, '0'))
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds) + ms / 1000
}

/** Rounds to milliseconds, not below 0. */
export function tidyTime(seconds: number): number {
  return Math.max(0, Math.round(seconds * 1000) / 1000)
}
