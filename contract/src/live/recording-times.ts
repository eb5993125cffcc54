/** A wall-clock time that was not recorded. Positions in the recording continue without a gap after it. */
export interface Hole {
  readonly fromMs: number
  readonly toMs: number
}

/** Converts an epoch time in ms to a position in the recording in seconds. Times in a hole map to the position of the
 * hole. */
export function positionAt(epochMs: number, startedMs: number, holes: readonly Hole[]): number {
  const missingMs = holes.reduce(
    (sum, { fromMs, toMs }) => sum + Math.max(0, Math.min(epochMs, toMs) - fromMs),
    0,
  )
  return (epochMs - startedMs - missingMs) / 1000
}

/** Converts a position in seconds to an epoch time in ms. The position of a hole maps to its start.
 * @param holes oldest first */
export function epochMsAt(positionS: number, startedMs: number, holes: readonly Hole[]): number {
  let epochMs = startedMs + positionS * 1000
  for (const { fromMs, toMs } of holes) if (fromMs < epochMs) epochMs += toMs - fromMs
  return epochMs
}
