import { type BitReader, createBitReader } from './bits.ts'
import type { PictureSize } from './h264.ts'

/** Type of the OBU with a sequence header (AV1 6.2.2). */
const SEQUENCE_HEADER = 1
/** Bytes of av1C before its OBUs (AV1 in ISOBMFF 2.3.3). */
const HEAD_BYTES = 4
const MAX_SIZE_BYTES = 8

/** OBUs of an av1C payload. */
export const av1ConfigObus = (config: Uint8Array) => config.subarray(HEAD_BYTES)

/** Reads the video size from the sequence header of an av1C payload. Null without one. */
export function sizeOfAv1Config(config: Uint8Array): PictureSize | null {
  const obus = av1ConfigObus(config)
  let at = 0
  while (at < obus.length) {
    const head = obus[at] ?? 0
    at += head & 4 ? 2 : 1
    const { value, length } = head & 2 ? leb128(obus, at) : { value: obus.length - at, length: 0 }
    at += length
    if (((head >> 3) & 15) === SEQUENCE_HEADER) return readSize(createBitReader(obus, at))
    at += value
  }
  return null
}

/** A number in groups of 7 bits, lowest first (AV1 4.10.5). */
function leb128(bytes: Uint8Array, at: number): { value: number; length: number } {
  let value = 0
  for (let n = 0; n < MAX_SIZE_BYTES; n++) {
    const byte = bytes[at + n] ?? 0
    value += (byte & 0x7f) * 2 ** (7 * n)
    if (byte < 0x80) return { value, length: n + 1 }
  }
  return { value, length: MAX_SIZE_BYTES }
}

/** Reads a sequence header up to its size (AV1 5.5.1). */
function readSize(reader: BitReader): PictureSize | null {
  reader.bits(4)
  const isReduced = reader.bits(1) === 1
  if (isReduced) reader.bits(5)
  else skipOperatingPoints(reader)
  const [widthBits, heightBits] = [reader.bits(4) + 1, reader.bits(4) + 1]
  const [width, height] = [reader.bits(widthBits) + 1, reader.bits(heightBits) + 1]
  return reader.isOver() ? null : { width, height }
}

function skipOperatingPoints(reader: BitReader): void {
  const delayBits = reader.bits(1) === 1 ? skipTiming(reader) : 0
  const hasDisplayDelay = reader.bits(1) === 1
  const points = reader.bits(5) + 1
  for (let n = 0; n < points; n++) {
    reader.bits(12)
    if (reader.bits(5) > 7) reader.bits(1)
    if (delayBits > 0 && reader.bits(1) === 1) reader.bits(2 * delayBits + 1)
    if (hasDisplayDelay && reader.bits(1) === 1) reader.bits(4)
  }
}

/** Skips timing and decoder model. Returns the bits of a buffer delay, or 0 without a decoder model. */
function skipTiming(reader: BitReader): number {
  reader.bits(64)
  if (reader.bits(1) === 1) reader.unsigned()
  if (reader.bits(1) === 0) return 0
  const delayBits = reader.bits(5) + 1
  reader.bits(32 + 5 + 5)
  return delayBits
}
