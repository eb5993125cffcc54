import { parseAvcConfig } from '../../hls/avc-config.ts'
import { withLengths } from './annex-b.ts'
import { type BitReader, createNalReader } from './bits.ts'

/** Video size in pixels, after cropping. */
export interface PictureSize {
  readonly width: number
  readonly height: number
}

/** Profiles whose sequence parameter set has a chroma format (ITU-T H.264 7.3.2.1.1). */
const highProfiles = [44, 83, 86, 100, 110, 118, 122, 128, 134, 135, 138, 139, 244]

/** Reads the video size from the first sequence parameter set of an avcC payload. Null if it is invalid. */
export function sizeOfAvcConfig(config: Uint8Array): PictureSize | null {
  const length = ((config[6] ?? 0) << 8) | (config[7] ?? 0)
  const set = config.subarray(8, 8 + length)
  if (length < 5 || set.length < length) return null
  return sizeOfSequenceSet(set)
}

/** Parameter sets of an avcC payload as NAL units with 4-byte lengths. Empty if the payload is invalid. */
export function parameterSetsOf(config: Uint8Array): Uint8Array {
  const parsed = parseAvcConfig(config)
  const sets = parsed === null ? [] : [...parsed.sequenceSets, ...parsed.pictureSets]
  return withLengths(sets)
}

/** NAL unit type of a slice of an IDR picture (ITU-T H.264, table 7-1). */
const IDR = 5

/** Whether a frame of NAL units with 4-byte lengths is an IDR picture. */
export function hasIdr(data: Uint8Array): boolean {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
  for (let at = 0; at + 4 < data.length; at += 4 + view.getUint32(at))
    if (((data[at + 4] ?? 0) & 0x1f) === IDR) return true
  return false
}

/** RFC 6381 name of an avcC payload, such as `avc1.64001f`. */
export function avcCodec(config: Uint8Array): string {
  return `avc1.${[...config.subarray(1, 4)].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`
}

/** RFC 6381 name of a decoder for both: profiles with higher numbers contain those with lower ones (ITU-T H.264 A.2). */
export function highestAvcCodec(a: string, b: string): string {
  const profile = (codec: string) => codec.slice(5, 7)
  const [high, low] = profile(a) >= profile(b) ? [a, b] : [b, a]
  return low.slice(-2) > high.slice(-2) ? `${high.slice(0, -2)}${low.slice(-2)}` : high
}

/** Reads the video size of a sequence parameter set (ITU-T H.264 7.3.2.1.1). @param set NAL unit with its header */
function sizeOfSequenceSet(set: Uint8Array): PictureSize | null {
  const reader = createNalReader(set, 1)
  const profile = reader.bits(8)
  reader.bits(16)
  reader.unsigned()
  let chroma = 1
  if (highProfiles.includes(profile)) {
    chroma = reader.unsigned()
    if (chroma === 3) reader.bits(1)
    reader.unsigned()
    reader.unsigned()
    reader.bits(1)
    if (reader.bits(1) === 1) skipScalingLists(reader, chroma === 3 ? 12 : 8)
  }
  reader.unsigned()
  const orderType = reader.unsigned()
  if (orderType === 0) reader.unsigned()
  else if (orderType === 1) {
    reader.bits(1)
    reader.unsigned()
    reader.unsigned()
    const cycle = reader.unsigned()
    for (let n = 0; n < cycle && !reader.isOver(); n++) reader.unsigned()
  }
  reader.unsigned()
  reader.bits(1)
  const widthInBlocks = reader.unsigned() + 1
  const heightInMaps = reader.unsigned() + 1
  const isFrameOnly = reader.bits(1)
  if (isFrameOnly === 0) reader.bits(1)
  reader.bits(1)
  const isCropped = reader.bits(1) === 1
  const [left, right, top, bottom] = isCropped
    ? [reader.unsigned(), reader.unsigned(), reader.unsigned(), reader.unsigned()]
    : [0, 0, 0, 0]
  if (reader.isOver()) return null
  const unitX = chroma === 1 || chroma === 2 ? 2 : 1
  const unitY = (chroma === 1 ? 2 : 1) * (2 - isFrameOnly)
  const width = widthInBlocks * 16 - (left + right) * unitX
  const height = heightInMaps * 16 * (2 - isFrameOnly) - (top + bottom) * unitY
  return width > 0 && height > 0 ? { width, height } : null
}

function skipScalingLists(reader: BitReader, count: number): void {
  for (let list = 0; list < count; list++) {
    if (reader.bits(1) === 0) continue
    let last = 8
    let next = 8
    for (let n = 0; n < (list < 6 ? 16 : 64) && !reader.isOver(); n++) {
      if (next !== 0) next = (last + signed(reader.unsigned()) + 256) & 255
      if (next !== 0) last = next
    }
  }
}

const signed = (code: number) => (code & 1 ? (code + 1) >> 1 : -(code >> 1))
