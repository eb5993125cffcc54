/** A time without a recording: positions in the recording go on after it. */
export interface Hole {
  readonly fromMs: number
  readonly toMs: number
}

/** The position in a recording, in seconds, of an epoch time in ms. In a hole it is that of the hole. */
export function positionAt(epochMs: number, startedMs: number, holes: readonly Hole[]): number {
  const missingMs = holes.reduce(
    (sum, { fromMs, toMs }) => sum + Math.max(0, Math.min(epochMs, toMs) - fromMs),
    0,
  )
  return (epochMs - startedMs - missingMs) / 1000
}

/** The epoch time in ms of a position in seconds. At a hole it is the start of the hole. @param holes oldest first */
export function epochMsAt(positionS: number, startedMs: number, holes: readonly Hole[]): number {
  let epochMs = startedMs + positionS * 1000
  for (const { fromMs, toMs } of holes) if (fromMs < epochMs) epochMs += toMs - fromMs
  return epochMs
}
