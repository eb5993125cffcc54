/** The time in which a new speed has taken over two thirds of the old one. */
const settleMs = 4000
/** Before this nobody can say how fast it goes. */
const firstWordMs = 1500

export interface Speed {
  readonly bytesPerSecond: number
  /** How long it has been measured. */
  readonly measuredMs: number
}

export const standstill: Speed = { bytesPerSecond: 0, measuredMs: 0 }

/** The smoothed speed after `bytes` more in `elapsedMs`. The first measurements are averaged plainly. */
export function nextSpeed(last: Speed, bytes: number, elapsedMs: number): Speed {
  if (elapsedMs <= 0) return last
  const now = (Math.max(0, bytes) / elapsedMs) * 1000
  const measuredMs = last.measuredMs + elapsedMs
  const weight = Math.max(1 - Math.exp(-elapsedMs / settleMs), elapsedMs / measuredMs)
  return { bytesPerSecond: last.bytesPerSecond + (now - last.bytesPerSecond) * weight, measuredMs }
}

/** Seconds until `bytes` more have gone; undefined while that is anyone's guess. */
export function secondsFor(bytes: number, { bytesPerSecond, measuredMs }: Speed): number | undefined {
  return measuredMs < firstWordMs || bytesPerSecond < 1 ? undefined : bytes / bytesPerSecond
}
