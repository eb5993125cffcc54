import { writeProgram } from '../standby/program-writer.ts'
import { PACKET_BYTES } from '../standby/ts-splice.ts'
import { timeBetween } from '../standby/ts-times.ts'
import { createTsView, type ViewedPacket, type ViewedProgram } from '../standby/ts-view.ts'

/** A piece of a transport stream that begins with its tables, and with a keyframe if one came in time. */
export interface TsSegment {
  readonly data: Buffer
  readonly durationS: number
  /** Whether its times or its program do not go on from the segment before. */
  readonly isNew: boolean
}

/** Cuts a transport stream into segments at keyframes, with all its PIDs and codecs. Pure: times come from the caller. */
export interface TsSegmenter {
  /** @param payload whole packets @param atUs time of the payload in microseconds */
  push(payload: Buffer, atUs: number): void
}

/** A segment ends with the first keyframe after this time. */
const AIM_S = 4
/** Keyframes may be so much early, because frames have no whole number of ticks. */
const EARLY_S = 0.1
/** Without a keyframe a segment ends at any packet. */
const LONGEST_S = 10
const MOST_BYTES = 64 * 1024 ** 2
/** Times that differ so much from the clock do not go on from those before. */
const JUMP_S = 2
const TICKS = 90_000
const PAT = 0

interface OpenSegment {
  readonly chunks: Buffer[]
  bytes: number
  readonly isNew: boolean
  /** Time of its first keyframe in ticks of 90 kHz. Null if it is not known. */
  readonly startTicks: number | null
  readonly startUs: number
  readonly section: Uint8Array
}

/** Opens a segmenter. @param emit gets each segment when it is complete */
export function createTsSegmenter(emit: (segment: TsSegment) => void): TsSegmenter {
  const view = createTsView()
  /** Counters of the tables, which are written more often than they came. */
  const counters = new Map<number, number>()
  let open: OpenSegment | null = null

  function add(packet: Buffer, pid: number, mapPid: number): void {
    if (open === null) return
    open.chunks.push(pid === PAT || pid === mapPid ? counted(packet, pid) : packet)
    open.bytes += packet.length
  }

  /** A table's packet with the next counter. */
  function counted(packet: Buffer, pid: number): Buffer {
    const next = ((counters.get(pid) ?? 15) + 1) % 16
    counters.set(pid, next)
    const own = Buffer.from(packet)
    own[3] = ((own[3] ?? 0) & 0xf0) | next
    return own
  }

  function start(program: ViewedProgram, isNew: boolean, startTicks: number | null, startUs: number): void {
    open = { chunks: [], bytes: 0, isNew, startTicks, startUs, section: program.section }
    const own = new Map(program.map.streams.map(({ pid }) => [pid, pid]))
    const version = ((program.section[5] ?? 0) >> 1) & 0x1f
    for (const packet of writeProgram(program, program, own, version))
      add(packet, ((packet[1] ?? 0) & 0x1f) * 256 + (packet[2] ?? 0), program.mapPid)
  }

  function end(segment: OpenSegment, durationS: number): void {
    const { chunks, isNew } = segment
    emit({ data: Buffer.concat(chunks), durationS, isNew })
  }

  function cut(seen: ViewedPacket, program: ViewedProgram, atUs: number): void {
    const ticks = seen.videoTime ?? view.clock()?.ticks ?? null
    if (open === null) {
      start(program, true, ticks, atUs)
      return
    }
    const tookS = (atUs - open.startUs) / 1_000_000
    const wentS =
      ticks === null || open.startTicks === null ? tookS : timeBetween(open.startTicks, ticks) / TICKS
    const isJump = wentS <= 0 || Math.abs(wentS - tookS) > JUMP_S
    const isOther = !isSame(program.section, open.section)
    if (!isJump && !isOther && wentS < AIM_S - EARLY_S) return
    end(open, isJump ? tookS : wentS)
    start(program, isJump || isOther, ticks, atUs)
  }

  return {
    push(payload, atUs) {
      for (let at = 0; at + PACKET_BYTES <= payload.length; at += PACKET_BYTES) {
        const packet = payload.subarray(at, at + PACKET_BYTES)
        const seen = view.read(packet, atUs)
        const program = view.program()
        if (seen === null || program === null) continue
        if (seen.isKey) cut(seen, program, atUs)
        if (open !== null && (atUs - open.startUs > LONGEST_S * 1_000_000 || open.bytes > MOST_BYTES)) {
          end(open, (atUs - open.startUs) / 1_000_000)
          start(program, false, view.clock()?.ticks ?? null, atUs)
        }
        add(packet, seen.pid, program.mapPid)
      }
    },
  }
}

function isSame(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, n) => byte === other[n])
}
