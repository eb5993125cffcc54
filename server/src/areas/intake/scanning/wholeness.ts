import type { ReadAt } from '../stores/file-store.ts'

/** Whether a file has all bytes that its container announces. `unknown`: nothing in it says so. */
export type Wholeness = 'whole' | 'incomplete' | 'unknown'

const TAIL_BYTES = 4096
const MOST_BOXES = 10_000
const TS_PACKET = 188

/** Looks at the container of a file that may still be written. Reads at most a few kilobytes, except for lists of boxes.
 * @param size its size in bytes */
export async function wholenessOf(size: number, read: ReadAt): Promise<Wholeness> {
  if (size === 0) return 'incomplete'
  const tailBytes = Math.min(size, TAIL_BYTES)
  const tail = await read(size - tailBytes, tailBytes)
  // Programs that reserve space fill it from the start.
  if (tail.length < tailBytes || tail.every((byte) => byte === 0)) return 'incomplete'
  const head = await read(0, Math.min(size, TAIL_BYTES))
  if (isMp4(head)) return mp4Wholeness(size, read)
  if (head.subarray(0, 4).equals(EBML)) return matroskaWholeness(size, head)
  if (head.subarray(0, 4).equals(MXF)) return (await hasMxfIndex(size, tail, read)) ? 'whole' : 'incomplete'
  if (head.subarray(0, 4).toString('latin1') === 'RIFF') return riffWholeness(size, read)
  if (isTransportStream(head)) return size % TS_PACKET === 0 ? 'unknown' : 'incomplete'
  return 'unknown'
}

const EBML = Buffer.from('1a45dfa3', 'hex')
const SEGMENT = Buffer.from('18538067', 'hex')
const MXF = Buffer.from('060e2b34', 'hex')
const MXF_INDEX = Buffer.from('060e2b34020501010d01020101110100', 'hex')
const FIRST_BOXES = new Set(['ftyp', 'moov', 'mdat', 'wide', 'free', 'skip', 'pnot', 'styp'])

function isMp4(head: Buffer): boolean {
  return head.length >= 8 && FIRST_BOXES.has(head.toString('latin1', 4, 8))
}

/** Boxes of MP4 and MOV reach exactly to the end, and one of them is `moov`. Fragments may be followed by others, unless `mfra` says
 * where all of them are. */
async function mp4Wholeness(size: number, read: ReadAt): Promise<Wholeness> {
  let at = 0
  const types = new Set<string>()
  for (let boxes = 0; at < size; boxes += 1) {
    if (boxes === MOST_BOXES) return 'unknown'
    const header = await read(at, 16)
    if (header.length < 8) return 'incomplete'
    const short = header.readUInt32BE(0)
    const type = header.toString('latin1', 4, 8)
    if (!/^[\w .©-]{4}$/.test(type)) return 'incomplete'
    types.add(type)
    // The last box may say that it reaches to the end, wherever that is.
    if (short === 0) return types.has('moov') ? 'unknown' : 'incomplete'
    if (short === 1 && header.length < 16) return 'incomplete'
    const length = short === 1 ? Number(header.readBigUInt64BE(8)) : short
    if (length < 8) return 'incomplete'
    at += length
  }
  if (at !== size || !types.has('moov')) return 'incomplete'
  return types.has('moof') && !types.has('mfra') ? 'unknown' : 'whole'
}

/** The segment of Matroska and WebM says how long it is, except in streams. */
function matroskaWholeness(size: number, head: Buffer): Wholeness {
  const header = ebmlSize(head, EBML.length)
  if (header === null || header.value === null) return 'unknown'
  const start = header.end + header.value
  if (!head.subarray(start, start + SEGMENT.length).equals(SEGMENT))
    return size <= start ? 'incomplete' : 'unknown'
  const segment = ebmlSize(head, start + SEGMENT.length)
  if (segment === null) return 'incomplete'
  if (segment.value === null) return 'unknown'
  return size >= segment.end + segment.value ? 'whole' : 'incomplete'
}

/** A size of EBML: the leading zeros of its first byte say how many bytes it has. Its value is null if it is not known.
 * Null outside of the bytes. */
function ebmlSize(bytes: Buffer, at: number): { readonly value: number | null; readonly end: number } | null {
  const first = bytes[at]
  if (first === undefined || first === 0) return null
  const length = Math.clz32(first) - 23
  if (at + length > bytes.length) return null
  const rest = [...bytes.subarray(at + 1, at + length)]
  const lead = first & (0xff >> length)
  const isUnknown = lead === 0xff >> length && rest.every((byte) => byte === 0xff)
  const value = rest.reduce((sum, byte) => sum * 256 + byte, lead)
  return { value: isUnknown ? null : value, end: at + length }
}

/** A finished MXF file ends with a random index pack, whose last four bytes are its length. */
async function hasMxfIndex(size: number, tail: Buffer, read: ReadAt): Promise<boolean> {
  if (tail.length < 4) return false
  const length = tail.readUInt32BE(tail.length - 4)
  if (length < MXF_INDEX.length + 4 || length > size) return false
  return (await read(size - length, MXF_INDEX.length)).equals(MXF_INDEX)
}

/** An AVI file is one chunk, or several of 1 GB in large ones. */
async function riffWholeness(size: number, read: ReadAt): Promise<Wholeness> {
  let at = 0
  for (let chunks = 0; at < size; chunks += 1) {
    if (chunks === MOST_BOXES) return 'unknown'
    const header = await read(at, 8)
    if (header.length < 8) return 'incomplete'
    if (header.toString('latin1', 0, 4) !== 'RIFF') return 'unknown'
    const length = header.readUInt32LE(4)
    // Written when the file is closed.
    if (length === 0) return 'incomplete'
    if (at + 8 + length > size) return 'incomplete'
    // A chunk of odd length has another byte behind it.
    at += 8 + length + (length % 2)
  }
  return 'whole'
}

function isTransportStream(head: Buffer): boolean {
  return head.length > 2 * TS_PACKET && [0, TS_PACKET, 2 * TS_PACKET].every((at) => head[at] === 0x47)
}
