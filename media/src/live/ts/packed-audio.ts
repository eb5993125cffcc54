import { LIVE_TICKS, type LiveAudioTrack, type LiveSink } from '../source.ts'
import { createUnwrap } from '../unwrap.ts'
import { createAdtsReader } from './adts.ts'

/** Reads segments of packed audio (RFC 8216 3.4): AAC in ADTS, after an ID3 tag with the time of the first frame. */
export interface PackedAudio {
  push(segment: Uint8Array): void
}

const ID3_HEADER_BYTES = 10
/** Owner of the ID3 frame with the time, before 8 bytes in 90 kHz. */
const OWNER = 'com.apple.streaming.transportStreamTimestamp\0'

/** Whether a segment is packed audio, and no MPEG-TS. */
export function isPackedAudio(segment: Uint8Array): boolean {
  return isId3(segment) || (segment[0] === 0xff && ((segment[1] ?? 0) & 0xf6) === 0xf0)
}

export function createPackedAudio(sink: Pick<LiveSink, 'track' | 'packet'>): PackedAudio {
  const reader = createAdtsReader()
  const unwrap = createUnwrap(33)
  let track: LiveAudioTrack | null = null
  /** Start of a segment without a time. */
  let endTicks = 0
  return {
    push(segment) {
      const { time, rest } = splitTags(segment)
      reader.reset()
      const frames = reader.push(rest, time === null ? endTicks : unwrap(time))
      for (const [n, { config, dts, data }] of frames.entries()) {
        if (track === null || !isSame(track.config, config)) {
          track = { kind: 'audio', codec: 'aac', config }
          sink.track(track)
        }
        sink.packet({ kind: 'audio', dts, cts: 0, isKey: true, data })
        endTicks = dts + (dts - (frames[n - 1]?.dts ?? dts - LIVE_TICKS / 47))
      }
    },
  }
}

function isSame(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, n) => byte === b[n])
}

function isId3(bytes: Uint8Array): boolean {
  return bytes[0] === 0x49 && bytes[1] === 0x44 && bytes[2] === 0x33
}

/** Removes the ID3 tags at the start. The time is null without one. */
function splitTags(segment: Uint8Array): { readonly time: number | null; readonly rest: Uint8Array } {
  let rest = segment
  let time: number | null = null
  while (isId3(rest)) {
    // Seven bits of each byte count (ID3v2.4, 6.2).
    const size = rest.subarray(6, ID3_HEADER_BYTES).reduce((sum, byte) => sum * 128 + (byte & 0x7f), 0)
    time ??= timeIn(rest.subarray(0, ID3_HEADER_BYTES + size))
    rest = rest.subarray(ID3_HEADER_BYTES + size)
  }
  return { time, rest }
}

function timeIn(tag: Uint8Array): number | null {
  const owner = Array.from(OWNER, (letter) => letter.charCodeAt(0))
  const last = tag.length - owner.length - 8
  for (let at = ID3_HEADER_BYTES; at <= last; at += 1) {
    if (!owner.every((code, n) => tag[at + n] === code)) continue
    const bytes = tag.subarray(at + owner.length, at + owner.length + 8)
    return bytes.reduce((sum, byte) => sum * 256 + byte, 0) % 2 ** 33
  }
  return null
}
