/** Extends a wrapping counter. The nearer direction counts, forward or backward, so values out of order around a wrap
 * are handled. */
export function createUnwrap(bits: 32 | 33): (value: number) => number {
  let last: number | null = null
  return (value) => {
    last = last === null ? value : unwrapNear(value, last, bits)
    return last
  }
}

/** Extends a wrapping counter to the value nearest to `near`. */
export function unwrapNear(value: number, near: number, bits: 32 | 33): number {
  const range = 2 ** bits
  const forward = (((value - near) % range) + range) % range
  return near + (forward < range / 2 ? forward : forward - range)
}
