import { createSectionReader } from '../../live/ts/sections.ts'
import { mpegCrc32 } from '../../scte35/crc32.ts'
import { mapPids, moveCue, packets, writeProgram } from './program-writer.ts'
import type { TimedPayload } from './replay.ts'
import { moveClock, moveTimes, timeBetween, wrapTime } from './ts-times.ts'
import { createTsView, type TsView, type ViewedPacket, type ViewedProgram } from './ts-view.ts'

/** A payload of a spliced stream. */
export interface SplicedPayload {
  readonly payload: Buffer
  /** The time at which it is due, in microseconds. */
  readonly dueUs: number
  /** Decoding time of its last video, or of video before it. */
  readonly videoTime: number | null
}

/** Joins streams of several sources to one: its PIDs, counters, clock and times go on as those of the first source. A stream goes on
 * with its first program. Pure: times come from the caller. */
export interface TsSplice {
  /** Notes a packet that was passed on as it is, before the first switch. @param view that read it */
  note(viewed: ViewedPacket, view: TsView): void
  /** Goes on with another source, whose payloads are later by a delay. Returns its tables, to send before its payloads. Null if its
   * program or its clock is not known yet. @param known what was read of it @param key its next payload, which has a keyframe */
  begin(known: TsView, key: TimedPayload, delayUs: number): SplicedPayload | null
  /** Converts a payload of the current source. */
  convert(payload: TimedPayload): SplicedPayload[]
  /** Numbers the packets of a payload, when it leaves. Those that never leave make no gap. */
  stamp(spliced: SplicedPayload): Buffer
}

export const PACKET_BYTES = 188
const PAYLOAD_BYTES = 7 * PACKET_BYTES
const SECTION_BYTES = 4096
/** Bytes of SCTE-35 up to the length of its command, and a checksum (SCTE 35, 9.6). */
const LEAST_CUE_BYTES = 13 + 4
/** PIDs of tables that are not of a program, such as the name of a service (ETSI EN 300 468, 5.1.3). */
const TABLE_PIDS = { from: 0x10, to: 0x1f } as const
const TICKS_PER_US = 0.09
/** Least distance of the video of two sources: a frame. */
const FRAME_TICKS = 3600

/** A source in the output. */
interface Current {
  readonly view: TsView
  readonly delayUs: number
  /** Added to its times, in ticks of 90 kHz. */
  readonly offset: number
  readonly counters: Map<number, number>
  readonly cues: Map<number, ReturnType<typeof createSectionReader>>
  /** Its program map. */
  section: Uint8Array
  /** PIDs in the output by those of the source, and those that have begun. */
  pids: ReadonlyMap<number, number>
  readonly begun: Set<number>
  hasKey: boolean
}

export function createTsSplice(): TsSplice {
  /** The counters of packets that have left. */
  const counters = new Map<number, number>()
  let place: ViewedProgram | null = null
  /** Version of the program map in the output. */
  let version = 0
  let current: Current | null = null
  /** The clock of the output, and its time. */
  let clock: { readonly ticks: number; readonly dueUs: number } | null = null
  /** Decoding time of the last video that was converted, and of that which has left. */
  let videoTime: number | null = null
  let leftVideoTime: number | null = null
  const foundCues: Buffer[] = []

  return {
    note(viewed, view) {
      counters.set(viewed.pid, viewed.continuity)
      leftVideoTime = viewed.videoTime ?? leftVideoTime
      place = view.program() ?? place
      noteClock(view, 0, 0)
    },
    begin(known, key, delayUs) {
      const program = known.program()
      const offset = program && offsetOf(known, program, key, delayUs)
      if (program === null || offset === null) return null
      place ??= program
      version = (current === null ? versionOf(place) : version) + 1
      videoTime = leftVideoTime
      current = {
        view: createTsView(program),
        delayUs,
        offset,
        counters: new Map(),
        cues: new Map(),
        section: program.section,
        pids: mapPids(program, place),
        begun: new Set(),
        hasKey: false,
      }
      return {
        payload: Buffer.concat(tablesOf(program, current)),
        dueUs: key.atUs + delayUs,
        videoTime,
      }
    },
    convert({ payload, atUs }) {
      const own = current
      if (own === null) return []
      const out: Buffer[] = []
      for (let at = 0; at + PACKET_BYTES <= payload.length; at += PACKET_BYTES) {
        const packet = payload.subarray(at, at + PACKET_BYTES)
        const viewed = own.view.read(packet, atUs)
        if (viewed === null) continue
        own.hasKey ||= viewed.isKey
        if (own.hasKey) out.push(...convertPacket(packet, viewed, own))
      }
      noteClock(own.view, own.offset, own.delayUs)
      const bytes = Buffer.concat(out)
      return Array.from({ length: Math.ceil(bytes.length / PAYLOAD_BYTES) }, (_, n) => ({
        payload: bytes.subarray(n * PAYLOAD_BYTES, (n + 1) * PAYLOAD_BYTES),
        dueUs: atUs + own.delayUs,
        videoTime,
      }))
    },
    stamp({ payload, videoTime: time }) {
      leftVideoTime = time ?? leftVideoTime
      for (let at = 0; at < payload.length; at += PACKET_BYTES) {
        const pid = payload.readUInt16BE(at + 1) & 0x1fff
        const fourth = payload.readUInt8(at + 3)
        const counter = ((counters.get(pid) ?? 0) + (fourth & 0x0f)) & 0x0f
        counters.set(pid, counter)
        payload[at + 3] = (fourth & 0xf0) | counter
      }
      return payload
    },
  }

  function noteClock(view: TsView, offset: number, delayUs: number): void {
    const known = view.clock()
    if (known !== null) clock = { ticks: wrapTime(known.ticks + offset), dueUs: known.atUs + delayUs }
  }

  /** The offset of a source, so that its clock goes on where that of the output is. */
  function offsetOf(
    known: TsView,
    program: ViewedProgram,
    key: TimedPayload,
    delayUs: number,
  ): number | null {
    const own = known.clock()
    if (own === null) return null
    if (clock === null) return 0
    const keyTicks = own.ticks + (key.atUs - own.atUs) * TICKS_PER_US
    const dueTicks = clock.ticks + (key.atUs + delayUs - clock.dueUs) * TICKS_PER_US
    const offset = timeBetween(wrapTime(keyTicks), wrapTime(dueTicks))
    const keyTime = keyTimeIn(key, program)
    if (leftVideoTime === null || keyTime === null) return offset
    // Video never goes back, also if one source sends it earlier before its time than the other.
    const ahead = timeBetween(wrapTime(leftVideoTime + FRAME_TICKS), wrapTime(keyTime + offset))
    return ahead < 0 ? offset - ahead : offset
  }

  function tablesOf(program: ViewedProgram, own: Current): Buffer[] {
    return writeProgram(program, place ?? program, own.pids, version)
  }

  /** The packets of the output for one of a source. Their counters are the distance to the packet before, until they leave. */
  function convertPacket(packet: Buffer, viewed: ViewedPacket, own: Current): Buffer[] {
    const program = own.view.program()
    if (program === null) return []
    const { pid, isStart, hasPayload, continuity } = viewed
    if (pid === 0 || pid === program.mapPid) {
      if (!viewed.endsMap) return []
      if (Buffer.compare(own.section, program.section) !== 0) version += 1
      own.section = program.section
      own.pids = mapPids(program, place ?? program)
      return tablesOf(program, own)
    }
    const isTable = pid >= TABLE_PIDS.from && pid <= TABLE_PIDS.to
    const to = isTable ? pid : own.pids.get(pid)
    const before = own.counters.get(pid)
    own.counters.set(pid, continuity)
    // A packet that was sent twice would be a new one with a number of its own.
    if (to === undefined || (hasPayload && before === continuity)) return []
    if (program.map.streams.some((stream) => stream.pid === pid && stream.codec === 'SCTE-35')) {
      if (hasPayload) cueReader(pid, to, own)(viewed)
      return foundCues.splice(0)
    }
    const isFirst = hasPayload && !own.begun.has(to)
    // What began before the switch is incomplete.
    if (isFirst && !isStart) return []
    if (isFirst) own.begun.add(to)
    const distance = hasPayload ? (before === undefined ? 1 : (continuity - before) & 0x0f) : 0
    if (viewed.videoTime !== null) videoTime = wrapTime(viewed.videoTime + own.offset)
    return [movePacket(packet, viewed, { to, distance, offset: own.offset, isFirst })]
  }

  function cueReader(pid: number, to: number, own: Current) {
    const known = own.cues.get(pid)
    if (known !== undefined) return known
    const reader = createSectionReader(SECTION_BYTES, (section) => {
      // A broken one would get a valid checksum.
      if (section.length < LEAST_CUE_BYTES || mpegCrc32(section) !== 0) return
      foundCues.push(...packets(to, moveCue(section, own.offset)))
    })
    own.cues.set(pid, reader)
    return reader
  }
}

function versionOf({ section }: ViewedProgram): number {
  return ((section[5] ?? 0) >> 1) & 0x1f
}

interface Move {
  readonly to: number
  readonly distance: number
  readonly offset: number
  readonly isFirst: boolean
}

/** A packet with another PID and other times. */
function movePacket(
  packet: Buffer,
  { isStart, hasPayload, payload }: ViewedPacket,
  { to, distance, offset, isFirst }: Move,
): Buffer {
  const copy = Buffer.from(packet)
  const fourth = copy.readUInt8(3)
  copy[1] = (copy.readUInt8(1) & 0xe0) | (to >> 8)
  copy[2] = to & 0xff
  copy[3] = (fourth & 0xf0) | distance
  // The clock and the counter jump, if there is a field that can say so (ISO 13818-1 2.4.3.5).
  if (isFirst && (fourth & 0x20) !== 0 && copy.readUInt8(4) > 0) copy[5] = copy.readUInt8(5) | 0x80
  moveClock(copy, offset)
  if (isStart && hasPayload) moveTimes(copy.subarray(PACKET_BYTES - payload.length), offset)
  return copy
}

/** Decoding time of the keyframe in a payload. */
function keyTimeIn({ payload, atUs }: TimedPayload, program: ViewedProgram): number | null {
  const view = createTsView(program)
  for (let at = 0; at + PACKET_BYTES <= payload.length; at += PACKET_BYTES) {
    const viewed = view.read(payload.subarray(at, at + PACKET_BYTES), atUs)
    if (viewed?.isKey) return viewed.videoTime
  }
  return null
}
