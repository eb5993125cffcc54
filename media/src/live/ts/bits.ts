/** Reads the payload of a NAL unit bit by bit. Bits after its end are 0. */
export interface BitReader {
  bits(count: number): number
  /** An Exp-Golomb number (ITU-T H.264 9.1). */
  unsigned(): number
}

const MAX_ZEROS = 31

/** @param nal with its emulation prevention bytes, which are removed (ITU-T H.264 7.4.1) */
export function createBitReader(nal: Uint8Array, fromByte: number): BitReader {
  const bytes = nal.filter((byte, n) => !(byte === 3 && nal[n - 1] === 0 && nal[n - 2] === 0))
  let at = fromByte * 8
  const bits = (count: number) => {
    let value = 0
    for (let n = 0; n < count; n++, at++) value = value * 2 + (((bytes[at >> 3] ?? 0) >> (7 - (at & 7))) & 1)
    return value
  }
  return {
    bits,
    unsigned() {
      let zeros = 0
      while (zeros < MAX_ZEROS && bits(1) === 0) zeros += 1
      return 2 ** zeros - 1 + bits(zeros)
    },
  }
}
