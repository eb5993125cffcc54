import { createSectionReader } from '../live/ts/sections.ts'
import { mpegCrc32 } from '../scte35/crc32.ts'
import { type MappedStream, type ProgramMap, readAssociations, readProgramMap } from './program-map.ts'

/** Faults of a transport stream (ETSI TR 101 290, 5.2.1 and 5.2.2). */
export type TsFault =
  | 'sync-loss'
  | 'sync-byte'
  | 'pat'
  | 'continuity'
  | 'pmt'
  | 'pid'
  | 'transport'
  | 'crc'
  | 'pcr'
  | 'pcr-repetition'
  | 'pts'
  | 'cat'

export interface CountedFault {
  readonly id: TsFault
  readonly count: number
  readonly lastUs: number
}

export interface AnalysedStream extends MappedStream {
  readonly bytes: number
  /** Whether its last packet was encrypted. */
  readonly isScrambled: boolean
}

/** Looks for faults of a transport stream without changing it. Pure: times come from the caller. */
export interface TsAnalyser {
  /** @param payload whole packets @param atUs when they were sent */
  push(payload: Uint8Array, atUs: number): void
  faults(): CountedFault[]
  streams(): AnalysedStream[]
}

const PACKET_BYTES = 188
const SYNC = 0x47
const PAT = 0
const CAT = 1
const NULL_PACKETS = 0x1fff
const MAX_PIDS = 64
const SECTION_BYTES = 1024
/** Longest time between two tables, between two packets of a stream, and between presentation times. */
const TABLE_US = 500_000
const STREAM_US = 5_000_000
const TIMES_US = 700_000
/** Longest time between clock references (ISO 13818-1 2.7.2). */
const CLOCK_US = 100_000
const CLOCK_WRAP_US = 2 ** 33 / 0.09

interface Pid {
  continuity: number | null
  isRepeated: boolean
  packets: number
  isScrambled: boolean
  lastUs: number
  /** The last clock reference and its arrival. */
  clock: { readonly us: number; readonly atUs: number } | null
  timesUs: number | null
}

export function createTsAnalyser(): TsAnalyser {
  const counted = new Map<TsFault, { count: number; lastUs: number }>()
  const pids = new Map<number, Pid>()
  const tables = new Map<number, { lastUs: number; read: ReturnType<typeof createSectionReader> }>()
  const maps = new Map<number, ProgramMap>()
  let nowUs = 0
  let badSyncs = 0
  let hasConditions = false
  let checkedUs: number | null = null

  const fault = (id: TsFault) => {
    const known = counted.get(id)
    counted.set(id, { count: (known?.count ?? 0) + 1, lastUs: nowUs })
  }

  return {
    push(payload, atUs) {
      nowUs = atUs
      if (checkedUs === null) {
        checkedUs = atUs
        addTable(PAT)
      }
      for (let at = 0; at + PACKET_BYTES <= payload.length; at += PACKET_BYTES)
        readPacket(payload.subarray(at, at + PACKET_BYTES))
      checkTimes()
    },
    faults: () => Array.from(counted, ([id, { count, lastUs }]) => ({ id, count, lastUs })),
    streams: () =>
      [...maps.values()].flatMap(({ streams }) =>
        streams.map((stream) => {
          const { packets = 0, isScrambled = false } = pids.get(stream.pid) ?? {}
          return { ...stream, bytes: packets * PACKET_BYTES, isScrambled }
        }),
      ),
  }

  function readPacket(packet: Uint8Array): void {
    const [sync, second = 0, third = 0, fourth = 0] = packet
    if (sync !== SYNC) {
      badSyncs += 1
      fault('sync-byte')
      // Two in a row lose the synchronization.
      if (badSyncs === 2) fault('sync-loss')
      return
    }
    badSyncs = 0
    const number = ((second & 0x1f) << 8) | third
    if (number === NULL_PACKETS) return
    const pid = pidOf(number)
    if (pid === null) return
    pid.packets += 1
    pid.lastUs = nowUs
    const continuity = fourth & 0x0f
    if ((second & 0x80) !== 0) {
      // The rest of the packet cannot be trusted.
      fault('transport')
      pid.continuity = continuity
      return
    }
    pid.isScrambled = fourth >> 6 !== 0
    if (pid.isScrambled && !hasConditions) {
      hasConditions = tables.has(CAT)
      if (!hasConditions) fault('cat')
      hasConditions = true
    }
    const hasPayload = (fourth & 0x10) !== 0
    const adaptationBytes = (fourth & 0x20) !== 0 ? 1 + (packet[4] ?? 0) : 0
    const flags = adaptationBytes > 1 ? (packet[5] ?? 0) : 0
    if (!isContinuous(pid, continuity, hasPayload, (flags & 0x80) !== 0)) fault('continuity')
    if ((flags & 0x10) !== 0 && adaptationBytes >= 7 && isClock(number)) {
      const wrong = clockFault(pid, packet, (flags & 0x80) !== 0, nowUs)
      if (wrong !== null) fault(wrong)
    }
    const from = 4 + adaptationBytes
    if (!hasPayload || from >= PACKET_BYTES) return
    const isStart = (second & 0x40) !== 0
    const content = packet.subarray(from)
    if (number === CAT) addTable(CAT)
    const table = tables.get(number)
    if (table !== undefined) table.read({ pid: number, isStart, continuity, payload: content })
    else if (isStart && hasTimes(content)) pid.timesUs = nowUs
  }

  function pidOf(number: number): Pid | null {
    const known = pids.get(number)
    if (known !== undefined) return known
    if (pids.size >= MAX_PIDS) return null
    const made = newPid(nowUs)
    pids.set(number, made)
    return made
  }

  function isClock(number: number): boolean {
    return [...maps.values()].some(({ pcrPid }) => pcrPid === number)
  }

  function addTable(number: number): void {
    if (tables.has(number) || tables.size >= MAX_PIDS) return
    const table = { lastUs: nowUs, read: createSectionReader(SECTION_BYTES, readSection(number)) }
    tables.set(number, table)
  }

  function readSection(number: number): (section: Uint8Array) => void {
    return (section) => {
      if (mpegCrc32(section) !== 0) {
        fault('crc')
        return
      }
      const table = tables.get(number)
      if (number === PAT) {
        if (section[0] !== 0) {
          fault('pat')
          return
        }
        for (const pid of readAssociations(section)) addTable(pid)
      } else if (number === CAT) {
        if (section[0] !== 1) fault('cat')
      } else {
        const map = readProgramMap(section)
        // Other tables may share the PID.
        if (map === null) return
        maps.set(number, map)
      }
      if (table !== undefined) table.lastUs = nowUs
    }
  }

  /** Looks for what has not come, ten times a second. */
  function checkTimes(): void {
    if (checkedUs === null || nowUs - checkedUs < 100_000) return
    checkedUs = nowUs
    for (const [number, table] of tables) {
      if (number === CAT || nowUs - table.lastUs <= TABLE_US) continue
      table.lastUs = nowUs
      fault(number === PAT ? 'pat' : 'pmt')
    }
    for (const { kind, pid: number } of [...maps.values()].flatMap(({ streams }) => streams)) {
      const pid = pidOf(number)
      if (pid === null || kind === 'other') continue
      if (nowUs - pid.lastUs > STREAM_US) {
        pid.lastUs = nowUs
        fault('pid')
      } else if (kind === 'video' && pid.timesUs !== null && nowUs - pid.timesUs > TIMES_US) {
        pid.timesUs = nowUs
        // A stream that is missing is a fault of its own.
        if (nowUs - pid.lastUs <= TABLE_US) fault('pts')
      }
    }
  }
}

function newPid(nowUs: number): Pid {
  return {
    continuity: null,
    isRepeated: false,
    packets: 0,
    isScrambled: false,
    lastUs: nowUs,
    clock: null,
    timesUs: null,
  }
}

/** Follows the counter of a PID. @param isFlagged the sender says that it jumps */
function isContinuous(pid: Pid, continuity: number, hasPayload: boolean, isFlagged: boolean): boolean {
  const before = pid.continuity
  pid.continuity = continuity
  if (before === null || isFlagged) {
    pid.isRepeated = false
    return true
  }
  // The counter stands still without a payload, and one packet may be sent twice.
  const isSame = continuity === before
  const isRight = hasPayload ? continuity === ((before + 1) & 0x0f) || (isSame && !pid.isRepeated) : isSame
  pid.isRepeated = hasPayload && isSame
  return isRight
}

/** The fault of a clock reference, compared with the one before. */
function clockFault(pid: Pid, packet: Uint8Array, isFlagged: boolean, nowUs: number): TsFault | null {
  const [a = 0, b = 0, c = 0, d = 0, e = 0] = packet.subarray(6, 11)
  const base = ((a << 24) | (b << 16) | (c << 8) | d) >>> 0
  const us = (base * 2 + (e >> 7)) / 0.09
  const before = pid.clock
  pid.clock = { us, atUs: nowUs }
  if (before === null || isFlagged) return null
  const passed = (us - before.us + CLOCK_WRAP_US) % CLOCK_WRAP_US
  const arrived = nowUs - before.atUs
  const isBack = passed > CLOCK_WRAP_US / 2
  if (!isBack && passed <= CLOCK_US) return null
  // A clock that jumps does not take the time for it.
  return isBack || arrived < passed / 2 ? 'pcr' : 'pcr-repetition'
}

/** Whether a PES packet with a presentation time begins. */
function hasTimes(content: Uint8Array): boolean {
  return content[0] === 0 && content[1] === 0 && content[2] === 1 && ((content[7] ?? 0) & 0x80) !== 0
}
