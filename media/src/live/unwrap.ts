/** Continues a counter of that many bits beyond its wrap. A step of less than half the range counts as forward or
 * backward, whichever is nearer, so values out of order around the wrap stay in place. */
export function createUnwrap(bits: 32 | 33): (value: number) => number {
  let last: number | null = null
  return (value) => {
    last = last === null ? value : unwrapNear(value, last, bits)
    return last
  }
}

/** The value of a counter of that many bits that is nearest to an unwrapped one. */
export function unwrapNear(value: number, near: number, bits: 32 | 33): number {
  const range = 2 ** bits
  const forward = (((value - near) % range) + range) % range
  return near + (forward < range / 2 ? forward : forward - range)
}
