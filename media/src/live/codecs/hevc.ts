import { type BitReader, createNalReader } from './bits.ts'
import type { PictureSize } from './h264.ts'

/** NAL unit type of a sequence parameter set (ITU-T H.265, table 7-1). */
const SPS = 33
/** Bytes of hvcC before its lists of parameter sets (ISO 14496-15 8.3.3.1). */
const HEAD_BYTES = 23

/** Reads the video size from the first sequence parameter set of an hvcC payload. Null if it is invalid. */
export function sizeOfHevcConfig(config: Uint8Array): PictureSize | null {
  const sps = hevcParameterSets(config).find((set) => (((set[0] ?? 0) >> 1) & 0x3f) === SPS)
  return sps === undefined ? null : readHevcSps(sps).size
}

/** Parameter sets of an hvcC payload. Ends at the first one that is cut off. */
export function hevcParameterSets(config: Uint8Array): Uint8Array[] {
  const sets: Uint8Array[] = []
  const uint16 = (at: number) => ((config[at] ?? 0) << 8) | (config[at + 1] ?? 0)
  let at = HEAD_BYTES
  for (let lists = config[HEAD_BYTES - 1] ?? 0; lists > 0 && at < config.length; lists--) {
    const count = uint16(at + 1)
    at += 3
    for (let n = 0; n < count; n++) {
      const set = config.subarray(at + 2, at + 2 + uint16(at))
      if (set.length === 0 || set.length < uint16(at)) return sets
      sets.push(set)
      at += 2 + set.length
    }
  }
  return sets
}

/** The size of a sequence parameter set, and the fields that hvcC repeats (ITU-T H.265 7.3.2.2). */
export function readHevcSps(sps: Uint8Array) {
  const reader = createNalReader(sps, 2)
  reader.bits(4)
  const subLayers = reader.bits(3)
  const isNested = reader.bits(1)
  // Profile, compatibility, constraints and level (7.3.3), in the order of hvcC.
  const general = Array.from({ length: 12 }, () => reader.bits(8))
  skipSubLayers(reader, subLayers)
  reader.unsigned()
  const chromaFormat = reader.unsigned()
  if (chromaFormat === 3) reader.bits(1)
  const size = readSize(reader, chromaFormat)
  return {
    size,
    general,
    layers: subLayers + 1,
    isNested,
    chromaFormat,
    lumaBits: reader.unsigned(),
    chromaBits: reader.unsigned(),
  }
}

function readSize(reader: BitReader, chromaFormat: number): PictureSize | null {
  const [codedWidth, codedHeight] = [reader.unsigned(), reader.unsigned()]
  const isCropped = reader.bits(1) === 1
  const [left = 0, right = 0, top = 0, bottom = 0] = isCropped
    ? Array.from({ length: 4 }, () => reader.unsigned())
    : []
  const width = codedWidth - (left + right) * (chromaFormat === 1 || chromaFormat === 2 ? 2 : 1)
  const height = codedHeight - (top + bottom) * (chromaFormat === 1 ? 2 : 1)
  return width > 0 && height > 0 && !reader.isOver() ? { width, height } : null
}

function skipSubLayers(reader: BitReader, count: number): void {
  const flags = Array.from({ length: count }, () => ({
    hasProfile: reader.bits(1),
    hasLevel: reader.bits(1),
  }))
  if (count > 0) reader.bits(2 * (8 - count))
  for (const { hasProfile, hasLevel } of flags) reader.bits(hasProfile * 88 + hasLevel * 8)
}
