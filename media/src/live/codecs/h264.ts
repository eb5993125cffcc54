import { parseAvcConfig } from '../../hls/avc-config.ts'

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
  const bytes = new Uint8Array(sets.reduce((sum, { length }) => sum + 4 + length, 0))
  let at = 0
  for (const set of sets) {
    new DataView(bytes.buffer).setUint32(at, set.length)
    bytes.set(set, at + 4)
    at += 4 + set.length
  }
  return bytes
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
  const bits = bitReader(set)
  bits.skip(8)
  const profile = bits.read(8)
  bits.skip(16)
  bits.exp()
  let chroma = 1
  if (highProfiles.includes(profile)) {
    chroma = bits.exp()
    if (chroma === 3) bits.skip(1)
    bits.exp()
    bits.exp()
    bits.skip(1)
    if (bits.read(1) === 1) skipScalingLists(bits, chroma === 3 ? 12 : 8)
  }
  bits.exp()
  const orderType = bits.exp()
  if (orderType === 0) bits.exp()
  else if (orderType === 1) {
    bits.skip(1)
    bits.exp()
    bits.exp()
    const cycle = bits.exp()
    for (let n = 0; n < cycle && !bits.isOver(); n++) bits.exp()
  }
  bits.exp()
  bits.skip(1)
  const widthInBlocks = bits.exp() + 1
  const heightInMaps = bits.exp() + 1
  const isFrameOnly = bits.read(1)
  if (isFrameOnly === 0) bits.skip(1)
  bits.skip(1)
  const isCropped = bits.read(1) === 1
  const [left, right, top, bottom] = isCropped
    ? [bits.exp(), bits.exp(), bits.exp(), bits.exp()]
    : [0, 0, 0, 0]
  if (bits.isOver()) return null
  const unitX = chroma === 1 || chroma === 2 ? 2 : 1
  const unitY = (chroma === 1 ? 2 : 1) * (2 - isFrameOnly)
  const width = widthInBlocks * 16 - (left + right) * unitX
  const height = heightInMaps * 16 * (2 - isFrameOnly) - (top + bottom) * unitY
  return width > 0 && height > 0 ? { width, height } : null
}

type BitReader = ReturnType<typeof bitReader>

function skipScalingLists(bits: BitReader, count: number): void {
  for (let list = 0; list < count; list++) {
    if (bits.read(1) === 0) continue
    let last = 8
    let next = 8
    for (let n = 0; n < (list < 6 ? 16 : 64) && !bits.isOver(); n++) {
      if (next !== 0) next = (last + signed(bits.exp()) + 256) & 255
      if (next !== 0) last = next
    }
  }
}

const signed = (code: number) => (code & 1 ? (code + 1) >> 1 : -(code >> 1))

/** Reads the bits of a NAL unit and skips emulation prevention bytes. Bits after the end are 0. */
function bitReader(unit: Uint8Array) {
  const bytes = unit.filter((byte, n) => !(byte === 3 && unit[n - 1] === 0 && unit[n - 2] === 0))
  let at = 0
  const read = (count: number) => {
    let value = 0
    for (let n = 0; n < count; n++, at++) value = value * 2 + (((bytes[at >> 3] ?? 0) >> (7 - (at & 7))) & 1)
    return value
  }
  return {
    read,
    skip: (count: number) => {
      at += count
    },
    /** An Exp-Golomb number (9.1) of at most 32 bits. */
    exp() {
      let zeroBits = 0
      while (zeroBits < 32 && at < bytes.length * 8 && read(1) === 0) zeroBits += 1
      return 2 ** zeroBits - 1 + read(zeroBits)
    },
    isOver: () => at > bytes.length * 8,
  }
}
