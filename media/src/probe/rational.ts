/** An exact ratio, as ffmpeg writes frame rates and pixel shapes: 30000/1001. */
export interface Rational {
  num: number
  den: number
}

/** A frame rate as a number of frames a second; 0 where there is none. */
export function fps(rate: Rational): number {
  return rate.den > 0 ? rate.num / rate.den : 0
}

/** Reads `30000/1001` or `16:11`; null for what is no positive ratio (`0/0`, `0:1`, `N/A`). */
export function parseRational(text: string): Rational | null {
  const [, num, den] = /^(\d+)[/:](\d+)$/.exec(text) ?? []
  const ratio = { num: Number(num), den: Number(den) }
  return ratio.num > 0 && ratio.den > 0 ? ratio : null
}
