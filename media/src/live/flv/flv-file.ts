import { joined } from '../joined.ts'

/** Header of an FLV file and the size of the tag before its first one (FLV specification, version 10.1, E.2). */
const HEADER_BYTES = 13
const VIDEO = 9
const AUDIO = 8
const TAG_BYTES = 11
const SIZE_BYTES = 4

export interface FlvTag {
  readonly kind: 'video' | 'audio'
  readonly timestampMs: number
  readonly body: Uint8Array
}

/** Splits an FLV file into tags. Call with each chunk. @throws if a tag is larger than `maxTagBytes` */
export function flvTagReader(maxTagBytes: number): (chunk: Uint8Array) => FlvTag[] {
  let rest = new Uint8Array(0)
  let isPastHeader = false
  return (chunk) => {
    const bytes = rest.length === 0 ? chunk : joined(rest, chunk)
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
    const tags: FlvTag[] = []
    let at = 0
    if (!isPastHeader && bytes.length >= HEADER_BYTES) {
      isPastHeader = true
      at = view.getUint32(5) + SIZE_BYTES
    }
    while (isPastHeader && at + TAG_BYTES <= bytes.length) {
      const head = view.getUint32(at)
      const size = head & 0xffffff
      if (size > maxTagBytes) throw new Error('an FLV tag is too large')
      const end = at + TAG_BYTES + size
      if (end + SIZE_BYTES > bytes.length) break
      const type = (head >>> 24) & 0x1f
      const time = view.getUint32(at + 4)
      const timestampMs = ((time >>> 8) | ((time & 0xff) << 24)) >>> 0
      const body = bytes.slice(at + TAG_BYTES, end)
      if (type === VIDEO || type === AUDIO)
        tags.push({ kind: type === VIDEO ? 'video' : 'audio', timestampMs, body })
      at = end + SIZE_BYTES
    }
    rest = bytes.slice(at)
    return tags
  }
}
