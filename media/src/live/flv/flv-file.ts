import { LIVE_TICKS, type LivePacket, type LiveVideoTrack } from '../source.ts'

/** Header of an FLV file with video only (FLV specification, version 10.1, E.2). */
export const flvHeader = Uint8Array.of(0x46, 0x4c, 0x56, 1, 1, 0, 0, 0, 9, 0, 0, 0, 0)

const VIDEO = 9
const AUDIO = 8
const TAG_BYTES = 11
const SIZE_BYTES = 4
const KEY_AVC = 0x17
const OTHER_AVC = 0x27
const TICKS_PER_MS = LIVE_TICKS / 1000

/** The configuration of an H.264 track as an FLV tag. @param at ticks */
export function flvConfigTag(track: LiveVideoTrack, at: number): Uint8Array {
  return videoTag(at, Uint8Array.of(KEY_AVC, 0, 0, 0, 0), track.config)
}

/** A frame of H.264 as an FLV tag. Its times are rounded to milliseconds. */
export function flvFrameTag({ dts, cts, isKey, data }: LivePacket): Uint8Array {
  const timestampMs = Math.round(dts / TICKS_PER_MS)
  const offsetMs = Math.round((dts + cts) / TICKS_PER_MS) - timestampMs
  const head = Uint8Array.of(isKey ? KEY_AVC : OTHER_AVC, 1, offsetMs >> 16, offsetMs >> 8, offsetMs)
  return videoTag(dts, head, data)
}

function videoTag(at: number, head: Uint8Array, data: Uint8Array): Uint8Array {
  const size = head.length + data.length
  const timestampMs = Math.round(at / TICKS_PER_MS) % 2 ** 32
  const tag = new Uint8Array(TAG_BYTES + size + SIZE_BYTES)
  const view = new DataView(tag.buffer)
  view.setUint32(0, (VIDEO << 24) | size)
  view.setUint32(4, ((timestampMs << 8) | (timestampMs >>> 24)) >>> 0)
  tag.set(head, TAG_BYTES)
  tag.set(data, TAG_BYTES + head.length)
  view.setUint32(TAG_BYTES + size, TAG_BYTES + size)
  return tag
}

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
    if (!isPastHeader && bytes.length >= flvHeader.length) {
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

function joined(a: Uint8Array, b: Uint8Array): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(a.length + b.length)
  bytes.set(a)
  bytes.set(b, a.length)
  return bytes
}
