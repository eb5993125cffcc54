/** Reads bytes bit by bit. Bits after their end are 0. */
export interface BitReader {
  bits(count: number): number
  /** An Exp-Golomb number of at most 32 bits (ITU-T H.264 9.1; `uvlc` in AV1, 4.10.3). */
  unsigned(): number
  /** Whether bits after the end were read. */
  isOver(): boolean
}

const MAX_ZEROS = 32

export function createBitReader(bytes: Uint8Array, fromByte: number): BitReader {
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
    isOver: () => at > bytes.length * 8,
  }
}

/** Reads a NAL unit without its emulation prevention bytes (ITU-T H.264 7.4.1, H.265 7.4.2). */
export function createNalReader(nal: Uint8Array, fromByte: number): BitReader {
  const bytes = nal.filter((byte, n) => !(byte === 3 && nal[n - 1] === 0 && nal[n - 2] === 0))
  return createBitReader(bytes, fromByte)
}
