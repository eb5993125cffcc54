import { adtsFrame } from '../audio-level.ts'
import { type AacFormat, parseAacConfig } from '../codecs/aac.ts'
import { configInFrames } from '../codecs/video.ts'
import { LIVE_TICKS, type LivePacket, type LiveSink, type LiveVideoTrack } from '../source.ts'
import { createTsPacketWriter } from './ts-packets.ts'

/** PIDs of a stream that is written here. */
const MAP_PID = 0x1000
const PIDS = { video: 0x100, audio: 0x101 } as const
/** Stream types of ISO 13818-1, table 2-34. */
const STREAM_TYPES = { h264: 0x1b, hevc: 0x24, aac: 0x0f } as const
const STREAM_IDS = { video: 0xe0, audio: 0xc0 } as const
const TIME_RANGE = 2 ** 33
/** Tables are repeated before 0.5 s, and the clock before 0.1 s (ETSI TR 101 290, 5.2). */
const TABLES_TICKS = 0.4 * LIVE_TICKS
const CLOCK_TICKS = 0.08 * LIVE_TICKS
/** How far frames are ahead of the clock, so that a decoder has them in time. */
const LEAD_TICKS = 0.5 * LIVE_TICKS
/** The longest PES packet with a length. Longer ones, of video only, have none. */
const LONGEST = 0xffff
const PROGRAM = 1
/** Delimiters before each frame. Transport streams need them (ISO 13818-1 2.14.1 and 2.17.1). */
const DELIMITERS = { h264: [0, 0, 0, 1, 9, 0xf0], hevc: [0, 0, 0, 1, 0x46, 1, 0x50] } as const

/** Writes H.264, HEVC and AAC as an MPEG transport stream. Other tracks are left out, with their packets.
 * @param emit gets whole packets of 188 bytes: those of a frame, and tables before it */
export function createTsMuxer(emit: (bytes: Uint8Array) => void): Pick<LiveSink, 'track' | 'packet'> {
  const writer = createTsPacketWriter()
  let video: LiveVideoTrack | null = null
  let audio: AacFormat | null = null
  let version = 0
  let tablesAt = Number.NEGATIVE_INFINITY
  let clockAt = Number.NEGATIVE_INFINITY
  let lastAudio: number | null = null
  /** Time of the audio at the last clock reference. */
  let audioAtClock = 0

  function changed(): void {
    version = (version + 1) & 31
    tablesAt = Number.NEGATIVE_INFINITY
  }

  function setClock(dts: number): void {
    clockAt = dts
    audioAtClock = lastAudio ?? 0
  }

  function writeTables(dts: number, isKey: boolean): void {
    if (!isKey && dts >= tablesAt && dts - tablesAt < TABLES_TICKS) return
    tablesAt = dts
    emit(writer.section(0, tableOf(0, PROGRAM, 0, [0, PROGRAM, 0xe0 | (MAP_PID >> 8), MAP_PID & 0xff])))
    const streams = [
      ...(video === null || video.codec === 'av1' ? [] : entryOf(STREAM_TYPES[video.codec], PIDS.video)),
      ...(audio === null ? [] : entryOf(STREAM_TYPES.aac, PIDS.audio)),
    ]
    const clockPid = video === null ? PIDS.audio : PIDS.video
    const clock = [0xe0 | (clockPid >> 8), clockPid & 0xff, 0xf0, 0]
    emit(writer.section(MAP_PID, tableOf(2, PROGRAM, version, [...clock, ...streams])))
  }

  function writeVideo(track: LiveVideoTrack, packet: LivePacket): void {
    if (track.codec === 'av1') return
    const { dts, cts, isKey, data } = packet
    writeTables(dts, isKey)
    // The clock never goes back, unless that of the source did.
    const isDue = dts > clockAt || clockAt - dts > LIVE_TICKS
    if (isDue) setClock(dts)
    const parts = [
      Uint8Array.from(DELIMITERS[track.codec]),
      ...(isKey ? [withStartCodes(configInFrames(track))] : []),
      withStartCodes(data),
    ]
    emit(writer.pes(PIDS.video, withHeader('video', dts, cts, parts), isDue ? clockOf(dts) : null, isKey))
  }

  function writeAudio(format: AacFormat, { dts, data }: LivePacket): void {
    const frame = adtsFrame(format, data)
    if (frame === null) return
    writeTables(dts, false)
    if (lastAudio === null) audioAtClock = video === null ? dts - CLOCK_TICKS : dts
    lastAudio = dts
    // Audio can be ahead of the video or behind it, so that only its pace says how long a picture stands still.
    const sinceClock = dts - audioAtClock
    const isDue = Math.abs(sinceClock) >= CLOCK_TICKS
    if (isDue) setClock(video === null ? dts : clockAt + Math.max(0, sinceClock))
    const isOwn = isDue && video === null
    if (isDue && !isOwn && Number.isFinite(clockAt)) emit(writer.clock(PIDS.video, clockOf(clockAt)))
    emit(writer.pes(PIDS.audio, withHeader('audio', dts, 0, [frame]), isOwn ? clockOf(dts) : null, false))
  }

  return {
    track(track) {
      if (track.kind === 'video') {
        if (track.codec === 'av1') return
        if (video?.codec !== track.codec) changed()
        video = track
      } else if (track.codec === 'aac') {
        if (audio === null) changed()
        audio = parseAacConfig(track.config)
      }
    },
    packet(packet) {
      if (packet.kind === 'video') {
        if (video !== null) writeVideo(video, packet)
      } else if (audio !== null) writeAudio(audio, packet)
    },
  }
}

function clockOf(dts: number): number {
  return wrapped(dts - LEAD_TICKS)
}

function wrapped(ticks: number): number {
  const whole = Math.round(ticks)
  return ((whole % TIME_RANGE) + TIME_RANGE) % TIME_RANGE
}

/** A section of a table without its checksum (2.4.4). */
function tableOf(table: number, id: number, version: number, body: readonly number[]): number[] {
  const length = 5 + body.length + 4
  return [
    table,
    0xb0 | (length >> 8),
    length & 0xff,
    id >> 8,
    id & 0xff,
    0xc1 | (version << 1),
    0,
    0,
    ...body,
  ]
}

function entryOf(type: number, pid: number): number[] {
  return [type, 0xe0 | (pid >> 8), pid & 0xff, 0xf0, 0]
}

/** A PES packet in parts (2.4.3.6). */
function withHeader(
  kind: LivePacket['kind'],
  dts: number,
  cts: number,
  parts: readonly Uint8Array[],
): Uint8Array[] {
  const hasBoth = Math.round(cts) !== 0
  const times = hasBoth ? [...timeOf(3, dts + cts), ...timeOf(1, dts)] : timeOf(2, dts)
  const length = parts.reduce((sum, part) => sum + part.length, 3 + times.length)
  const shown = length > LONGEST ? 0 : length
  const flags = [0x84, hasBoth ? 0xc0 : 0x80, times.length]
  const head = [0, 0, 1, STREAM_IDS[kind], shown >> 8, shown & 0xff, ...flags, ...times]
  return [Uint8Array.from(head), ...parts]
}

/** A time of 33 bits in five bytes, with a marker bit after each group. */
function timeOf(prefix: number, ticks: number): number[] {
  const time = wrapped(ticks)
  const high = Math.floor(time / 2 ** 30) & 7
  const low = time % 2 ** 30
  return [
    (prefix << 4) | (high << 1) | 1,
    (low >> 22) & 0xff,
    ((low >> 14) & 0xfe) | 1,
    (low >> 7) & 0xff,
    ((low << 1) & 0xfe) | 1,
  ]
}

/** NAL units with start codes instead of lengths of four bytes. */
function withStartCodes(data: Uint8Array): Uint8Array {
  // Others have the same frame, and `slice` of Node's buffers does not copy.
  const bytes = new Uint8Array(data.length)
  bytes.set(data)
  const view = new DataView(bytes.buffer)
  for (let at = 0; at + 4 <= bytes.length; ) {
    const length = view.getUint32(at)
    view.setUint32(at, 1)
    at += 4 + length
  }
  return bytes
}
