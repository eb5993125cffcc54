/** An exact ratio, as in ffmpeg's frame rates and pixel aspect ratios: 30000/1001. */
export interface Rational {
  num: number
  den: number
}

/** Frames per second, or 0 for no frame rate. */
export function fps(rate: Rational): number {
  return rate.den > 0 ? rate.num / rate.den : 0
}

/** Parses `30000/1001` or `16:11`. Null unless the ratio is positive (`0/0`, `0:1`, `N/A`). */
export function parseRational(text: string): Rational | null {
  const [, num, den] = /^(\d+)[/:](\d+)$/.exec(text) ?? []
  const ratio = { num: Number(num), den: Number(den) }
  return ratio.num > 0 && ratio.den > 0 ? ratio : null
}
