import { createSectionReader } from '../../live/ts/sections.ts'
import { mpegCrc32 } from '../../scte35/crc32.ts'
import { type ProgramMap, readProgramMap } from '../program-map.ts'
import { pesTimes, readClock } from './ts-times.ts'

/** The first program of a transport stream. */
export interface ViewedProgram {
  readonly streamId: number
  readonly number: number
  readonly mapPid: number
  readonly map: ProgramMap
  /** The section of the program map with its checksum. */
  readonly section: Uint8Array
}

/** A packet, as far as standby needs it. */
export interface ViewedPacket {
  readonly pid: number
  readonly isStart: boolean
  readonly hasPayload: boolean
  readonly continuity: number
  readonly payload: Uint8Array
  /** Decoding time of the video that begins in it, in ticks of 90 kHz. */
  readonly videoTime: number | null
  /** Whether a decoder can begin here. */
  readonly isKey: boolean
  /** Whether it ends a program map. */
  readonly endsMap: boolean
}

/** Reads the program, the clock and the keyframes of a transport stream. Pure: times come from the caller. */
export interface TsView {
  /** Null for a packet that is no packet, or padding. */
  read(packet: Uint8Array, atUs: number): ViewedPacket | null
  program(): ViewedProgram | null
  /** The last clock reference in ticks of 90 kHz, and when it came. */
  clock(): { readonly ticks: number; readonly atUs: number } | null
}

const SYNC = 0x47
const PAT = 0
const NULL_PACKETS = 0x1fff
const SECTION_BYTES = 1024
const CRC_BYTES = 4

type SectionReader = ReturnType<typeof createSectionReader>

/** @param known the program of a stream of which a part was read before */
export function createTsView(known: ViewedProgram | null = null): TsView {
  let place: Pick<ViewedProgram, 'streamId' | 'number' | 'mapPid'> | null = known
  let program = known
  let clock: { ticks: number; atUs: number } | null = null
  let endsMap = false
  let readMap: SectionReader | null = known && createSectionReader(SECTION_BYTES, takeMap)
  const readPat = createSectionReader(SECTION_BYTES, (section) => {
    const found = firstProgram(section)
    if (found === null || mpegCrc32(section) !== 0) return
    if (place?.mapPid !== found.mapPid || place.number !== found.number) {
      program = null
      readMap = createSectionReader(SECTION_BYTES, takeMap)
    }
    place = found
  })

  function takeMap(section: Uint8Array): void {
    const map = readProgramMap(section)
    // Maps of other programs may share the PID.
    if (place === null || map === null || uint16(section, 3) !== place.number || mpegCrc32(section) !== 0)
      return
    program = { ...place, map, section: Uint8Array.from(section) }
    endsMap = true
  }

  return {
    read(packet, atUs) {
      const [sync, second = 0, third = 0, fourth = 0, adaptation = 0, flags = 0] = packet
      const pid = ((second & 0x1f) << 8) | third
      if (sync !== SYNC || pid === NULL_PACKETS || (second & 0x80) !== 0) return null
      const hasPayload = (fourth & 0x10) !== 0
      const hasAdaptation = (fourth & 0x20) !== 0
      const payload = packet.subarray(4 + (hasAdaptation ? 1 + adaptation : 0))
      const facts = { pid, isStart: (second & 0x40) !== 0, hasPayload, continuity: fourth & 0x0f, payload }
      endsMap = false
      if (hasPayload && pid === PAT) readPat(facts)
      else if (hasPayload && pid === place?.mapPid) readMap?.(facts)
      if (pid === program?.map.pcrPid) {
        const ticks = readClock(packet)
        if (ticks !== null) clock = { ticks, atUs }
      }
      const isRandomAccess = hasAdaptation && adaptation > 0 && (flags & 0x40) !== 0
      return { ...facts, endsMap, ...videoOf(facts, isRandomAccess) }
    },
    program: () => program,
    clock: () => clock,
  }

  function videoOf(
    { pid, isStart, payload }: Pick<ViewedPacket, 'pid' | 'isStart' | 'payload'>,
    isRandomAccess: boolean,
  ): Pick<ViewedPacket, 'videoTime' | 'isKey'> {
    const streams = program?.map.streams ?? []
    const video = streams.find(({ kind }) => kind === 'video')
    if (!isStart || pid < 0x10) return { videoTime: null, isKey: false }
    // Without video, a decoder can begin with any frame of the audio.
    if (video === undefined)
      return {
        videoTime: null,
        isKey: streams.some((stream) => stream.kind === 'audio' && stream.pid === pid),
      }
    if (video.pid !== pid) return { videoTime: null, isKey: false }
    const times = pesTimes(payload)
    const isKey = isRandomAccess || hasParameters(payload, video.codec)
    return { videoTime: times && (times.dts ?? times.pts), isKey }
  }
}

/** The first program of an association table, without the network information. */
function firstProgram(section: Uint8Array): Pick<ViewedProgram, 'streamId' | 'number' | 'mapPid'> | null {
  if (section[0] !== 0) return null
  for (let at = 8; at + 4 <= section.length - CRC_BYTES; at += 4) {
    const number = uint16(section, at)
    if (number !== 0)
      return { streamId: uint16(section, 3), number, mapPid: uint16(section, at + 2) & 0x1fff }
  }
  return null
}

/** Whether parameters that precede a keyframe begin in a payload, for encoders that do not mark keyframes. */
function hasParameters(payload: Uint8Array, codec: string): boolean {
  for (let at = 0; at + 3 < payload.length; at++) {
    if (payload[at] !== 0 || payload[at + 1] !== 0 || payload[at + 2] !== 1) continue
    const unit = payload[at + 3] ?? 0
    if (codec === 'H.264' && (unit & 0x1f) === 7) return true
    if (codec === 'HEVC' && ((unit >> 1) & 0x3f) === 32) return true
    if (codec === 'MPEG-2 video' && unit === 0xb3) return true
  }
  return false
}

function uint16(bytes: Uint8Array, at: number): number {
  return ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0)
}
