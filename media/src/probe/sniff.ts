export type Container = 'mov' | 'matroska' | 'avi' | 'mpegts' | 'asf' | 'mxf'
type AudioContainer = 'wav' | 'flac' | 'ogg' | 'aiff' | 'mp3' | 'aac'

/** File type detected from the bytes. `demuxer` is the name for ffmpeg's `-f`, so that ffmpeg never guesses. */
export interface Sniffed {
  container: Container
  demuxer: string
}

/** Enough for every rule below: MXF allows a run-in of 64 KiB before its first key. */
export const SNIFF_BYTES = 65_536

/** Detects the type of a file from its first `SNIFF_BYTES`. Null for unsupported types, above all text playlists. */
export function sniff(head: Uint8Array): Sniffed | null {
  for (const [container, matches] of rules) {
    if (matches(head)) return { container, demuxer: container }
  }
  return null
}

/** The same for an audio file, which can use a video container. Returns the name of ffmpeg's demuxer. */
export function sniffAudio(head: Uint8Array): string | null {
  for (const [demuxer, matches] of audioRules) if (matches(head)) return demuxer
  return sniff(head)?.demuxer ?? null
}

const audioRules: [AudioContainer, (head: Uint8Array) => boolean][] = [
  ['wav', (head) => ['RIFF', 'RF64'].some((form) => hasAscii(head, 0, form)) && hasAscii(head, 8, 'WAVE')],
  ['flac', (head) => hasAscii(head, tagEnd(head), 'fLaC')],
  ['ogg', (head) => hasAscii(head, 0, 'OggS')],
  ['aiff', (head) => hasAscii(head, 0, 'FORM') && ['AIFF', 'AIFC'].some((form) => hasAscii(head, 8, form))],
  ['aac', (head) => isAdts(head, tagEnd(head))],
  ['mp3', (head) => isMpegAudio(head, tagEnd(head)) || (tagEnd(head) > 0 && tagEnd(head) + 4 > head.length)],
]

/** The end of an ID3v2 tag, which can contain an image larger than the read bytes; 0 without a tag. */
function tagEnd(head: Uint8Array): number {
  if (!hasAscii(head, 0, 'ID3')) return 0
  const size = [6, 7, 8, 9].reduce((sum, at) => (sum << 7) | ((head[at] ?? 0) & 0x7f), 0)
  return 10 + size
}

/** Two consecutive frames (ISO/IEC 13818-7): twelve sync bits, layer 0, and a length that leads to the next frame. */
function isAdts(head: Uint8Array, first: number): boolean {
  const isFrame = (at: number) => head[at] === 0xff && ((head[at + 1] ?? 0) & 0xf6) === 0xf0
  if (!isFrame(first)) return false
  const [high = 0, middle = 0, low = 0] = head.subarray(first + 3, first + 6)
  const next = first + (((high & 3) << 11) | (middle << 3) | (low >> 5))
  return next > first && (next + 2 > head.length || isFrame(next))
}

/** Eleven sync bits (ISO/IEC 11172-3), and a valid layer, bit rate and sampling rate. */
function isMpegAudio(head: Uint8Array, at: number): boolean {
  const [sync = 0, version = 0, rates = 0] = head.subarray(at, at + 3)
  const isLayer = (version & 0xe0) === 0xe0 && (version & 6) !== 0 && (version & 0x18) !== 8
  return sync === 0xff && isLayer && (rates & 0xf0) !== 0xf0 && (rates & 0x0c) !== 0x0c
}

const rules: [Container, (head: Uint8Array) => boolean][] = [
  ['matroska', (head) => startsWith(head, 0, [0x1a, 0x45, 0xdf, 0xa3])],
  ['avi', (head) => hasAscii(head, 0, 'RIFF') && ['AVI ', 'AVIX'].some((form) => hasAscii(head, 8, form))],
  ['asf', (head) => startsWith(head, 0, asfHeader)],
  ['mov', isMov],
  ['mpegts', isTransportStream],
  ['mxf', isMxf],
]

const asfHeader = [
  0x30, 0x26, 0xb2, 0x75, 0x8e, 0x66, 0xcf, 0x11, 0xa6, 0xd9, 0x00, 0xaa, 0x00, 0x62, 0xce, 0x6c,
]

/** SMPTE 377 partition pack key, the part that all header partitions share. */
const mxfHeaderPartition = [
  0x06, 0x0e, 0x2b, 0x34, 0x02, 0x05, 0x01, 0x01, 0x0d, 0x01, 0x02, 0x01, 0x01, 0x02,
]

/** HEIF and AVIF images use the box structure of mov, but are not video. */
const stillBrands = ['heic', 'heix', 'heim', 'heis', 'mif1', 'avif', 'crx ', 'jp2 ', 'jpx ']
const longBoxes = ['moov', 'mdat', 'moof']
const movBoxes = ['moov', 'mdat', 'free', 'skip', 'wide', 'pnot', 'uuid', 'udta', 'moof', 'styp', 'sidx']

function isMov(head: Uint8Array): boolean {
  if (hasAscii(head, 4, 'ftyp')) return !stillBrands.some((brand) => hasAscii(head, 8, brand))
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength)
  // Files without ftyp start with any box: its type and the type of the next box must be known.
  let at = 0
  for (let boxes = 0; boxes < 3; boxes++) {
    if (at + 8 > head.length) return boxes > 0
    if (!movBoxes.some((type) => hasAscii(head, at + 4, type))) return false
    const size = view.getUint32(at)
    if (size === 0 || size === 1) return true
    if (size < 8) return false
    at += size
    if (at > head.length) return longBoxes.some((type) => hasAscii(head, at - size + 4, type))
  }
  return true
}

/** 188-byte packets, or 192 bytes with a timecode (M2TS): the sync byte must appear in every packet. */
function isTransportStream(head: Uint8Array): boolean {
  return [
    { packet: 188, first: 0 },
    { packet: 192, first: 4 },
  ].some(({ packet, first }) => {
    const packets = Math.min(16, Math.floor((head.length - first + packet - 1) / packet))
    if (packets < 5) return false
    return Array.from({ length: packets }, (_, n) => head[first + n * packet]).every((byte) => byte === 0x47)
  })
}

function isMxf(head: Uint8Array): boolean {
  const last = Math.min(head.length, SNIFF_BYTES) - mxfHeaderPartition.length
  for (let at = 0; at <= last; at++) {
    if (head[at] === 0x06 && startsWith(head, at, mxfHeaderPartition)) return true
  }
  return false
}

function startsWith(head: Uint8Array, at: number, bytes: number[]): boolean {
  return bytes.every((byte, n) => head[at + n] === byte)
}

function hasAscii(head: Uint8Array, at: number, text: string): boolean {
  return [...text].every((char, n) => head[at + n] === char.charCodeAt(0))
}
