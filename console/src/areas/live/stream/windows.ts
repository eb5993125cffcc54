import type { Formatter } from '../../../lib/format'
import type { Translate } from '../../../lib/i18n'

/** Offered lengths in seconds. */
const offered = {
  reconnect: [0, 10, 30, 60, 300, 900, 1800],
  dvr: [0, 300, 1800, 3600, 14_400, 43_200],
} as const
type Window = keyof typeof offered

/** Text of a length. Lengths that are not offered, set by the API, are shown exactly. */
export function spanText(t: Translate, format: Formatter, seconds: number, window: Window): string {
  if (seconds === 0) return t(`live:stream.details.none.${window}`)
  const isRound = seconds < 60 || (seconds < 3600 && seconds % 60 === 0) || seconds % 3600 === 0
  return isRound ? format.timeSpan(seconds) : format.duration(seconds)
}

/** The offered lengths, and the current one. */
export function windowOptions(t: Translate, format: Formatter, window: Window, current: number) {
  const lengths = [...new Set([...offered[window], current])].toSorted((a, b) => a - b)
  return lengths.map((seconds) => ({ id: String(seconds), label: spanText(t, format, seconds, window) }))
}
