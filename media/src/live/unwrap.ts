/** Continues a counter of that many bits beyond its wrap. A step of less than half the range counts as forward or
 * backward, whichever is nearer, so values out of order around the wrap stay in place. */
export function createUnwrap(bits: 32 | 33): (value: number) => number {
  const range = 2 ** bits
  let last: number | null = null
  return (value) => {
    if (last === null) {
      last = value
      return last
    }
    const forward = (((value - last) % range) + range) % range
    last += forward < range / 2 ? forward : forward - range
    return last
  }
}
