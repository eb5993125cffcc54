import type { Formatter } from '../../lib/format'

const offeredS = [15, 30, 60, 90, 120, 180, 300]

/** Options for the length of a break, including the current one, in seconds. */
export function offeredLengths(format: Formatter, current: number) {
  const lengths = [...new Set([...offeredS, current])].toSorted((a, b) => a - b)
  return lengths.map((seconds) => ({ id: String(seconds), label: format.duration(seconds) }))
}
