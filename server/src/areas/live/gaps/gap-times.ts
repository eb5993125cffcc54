import type { GapRow } from './tables.ts'

/** A time without a recording: positions go on after it. */
export type Hole = Pick<GapRow, 'startedAt' | 'endedAt' | 'recorded'>

interface Span {
  readonly fromMs: number
  readonly toMs: number
}

function spansOf(gaps: readonly Hole[]): Span[] {
  return gaps
    .filter(({ recorded, endedAt }) => !recorded && endedAt !== null)
    .map(({ startedAt, endedAt }) => ({
      fromMs: startedAt.getTime(),
      toMs: (endedAt ?? startedAt).getTime(),
    }))
    .sort((a, b) => a.fromMs - b.fromMs)
}

/** The position in a recording, in seconds, of an epoch time in ms. In a hole it is that of the hole. */
export function positionAt(epochMs: number, startedMs: number, gaps: readonly Hole[]): number {
  const missingMs = spansOf(gaps).reduce(
    (sum, { fromMs, toMs }) => sum + Math.max(0, Math.min(epochMs, toMs) - fromMs),
    0,
  )
  return (epochMs - startedMs - missingMs) / 1000
}

/** The epoch time in ms of a position in seconds. At a hole it is the start of the hole. */
export function epochMsAt(positionS: number, startedMs: number, gaps: readonly Hole[]): number {
  let epochMs = startedMs + positionS * 1000
  for (const { fromMs, toMs } of spansOf(gaps)) if (fromMs < epochMs) epochMs += toMs - fromMs
  return epochMs
}
