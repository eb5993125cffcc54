/** Position and length of a video in seconds as text: `0:04 / 0:10`. Lengths are rounded, as in lists. Positions
 * count whole seconds, except at the end. */
export function clockOf(passed: number, length: number): string {
  const whole = Math.round(Number.isFinite(length) ? length : 0)
  // Rounds to milliseconds, because computed times can be slightly below a whole second.
  const begun = Math.floor(Math.round(passed * 1000) / 1000)
  return `${clock(passed >= length ? whole : begun)} / ${clock(whole)}`
}

/** Seconds as `m:ss`, from an hour on as `h:mm:ss`. */
export function clock(seconds: number): string {
  const two = (value: number) => String(value).padStart(2, '0')
  const minutes = Math.floor(seconds / 60) % 60
  const hours = Math.floor(seconds / 3600)
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`
}
