/**
 * Where in a video one is, and how long it is, in seconds: `0:04 / 0:10`. A length is rounded, as it is in lists; of
 * what has passed only whole seconds count, until all of it has.
 */
export function clockOf(passed: number, length: number): string {
  const whole = Math.round(Number.isFinite(length) ? length : 0)
  // To the millisecond: what is taken off a time leaves it a little short of the whole second.
  const begun = Math.floor(Math.round(passed * 1000) / 1000)
  return `${clock(passed >= length ? whole : begun)} / ${clock(whole)}`
}

/** Seconds as `m:ss`, from an hour on as `h:mm:ss`. */
function clock(seconds: number): string {
  const two = (value: number) => String(value).padStart(2, '0')
  const minutes = Math.floor(seconds / 60) % 60
  const hours = Math.floor(seconds / 3600)
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`
}
