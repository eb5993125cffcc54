/** Time constant of the smoothing: after it, a new speed has about two thirds of the weight. */
const timeConstantMs = 4000
/** Measurements before this are too short to show. */
const minMeasuredMs = 1500

export interface Speed {
  readonly bytesPerSecond: number
  /** How long the speed has been measured. */
  readonly measuredMs: number
}

export const standstill: Speed = { bytesPerSecond: 0, measuredMs: 0 }

/** The smoothed speed after `bytes` more in `elapsedMs`. The first measurements are averaged. */
export function nextSpeed(last: Speed, bytes: number, elapsedMs: number): Speed {
  if (elapsedMs <= 0) return last
  const now = (Math.max(0, bytes) / elapsedMs) * 1000
  const measuredMs = last.measuredMs + elapsedMs
  const weight = Math.max(1 - Math.exp(-elapsedMs / timeConstantMs), elapsedMs / measuredMs)
  return { bytesPerSecond: last.bytesPerSecond + (now - last.bytesPerSecond) * weight, measuredMs }
}

/** Seconds until `bytes` more are sent; undefined if it is too early to estimate. */
export function secondsFor(bytes: number, { bytesPerSecond, measuredMs }: Speed): number | undefined {
  return measuredMs < minMeasuredMs || bytesPerSecond < 1 ? undefined : bytes / bytesPerSecond
}
