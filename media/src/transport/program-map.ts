/** A stream of a program, from its map (ISO 13818-1 2.4.4.8). */
export interface MappedStream {
  readonly pid: number
  readonly codec: string
  readonly kind: 'video' | 'audio' | 'other'
  /** Code of ISO 639-2. */
  readonly language: string | null
}

export interface ProgramMap {
  readonly pcrPid: number
  readonly streams: readonly MappedStream[]
}

type Names = Readonly<Record<number, readonly [codec: string, kind: MappedStream['kind']]>>

/** Stream types of ISO 13818-1, ATSC A/53 and ANSI/SCTE 35. */
const types: Names = {
  1: ['MPEG-1 video', 'video'],
  2: ['MPEG-2 video', 'video'],
  3: ['MPEG audio', 'audio'],
  4: ['MPEG audio', 'audio'],
  15: ['AAC', 'audio'],
  16: ['MPEG-4 video', 'video'],
  17: ['AAC (LATM)', 'audio'],
  27: ['H.264', 'video'],
  33: ['JPEG 2000', 'video'],
  36: ['HEVC', 'video'],
  51: ['VVC', 'video'],
  129: ['AC-3', 'audio'],
  134: ['SCTE-35', 'other'],
  135: ['E-AC-3', 'audio'],
}
/** Descriptors that say what private data is (ETSI EN 300 468, 6.1). */
const descriptors: Names = {
  86: ['Teletext', 'other'],
  89: ['DVB subtitles', 'other'],
  106: ['AC-3', 'audio'],
  122: ['E-AC-3', 'audio'],
  124: ['AAC', 'audio'],
}
/** Format identifiers of registration descriptors. */
const registered: Readonly<Record<string, readonly [string, MappedStream['kind']]>> = {
  Opus: ['Opus', 'audio'],
  'AC-3': ['AC-3', 'audio'],
  AV01: ['AV1', 'video'],
  KLVA: ['KLV metadata', 'other'],
  BSSD: ['SMPTE 302M', 'audio'],
}

const REGISTRATION = 5
const LANGUAGE = 10
const HEADER_BYTES = 12
const CRC_BYTES = 4
const PMT_TABLE = 2

/** PIDs of the program maps in an association table, with its checksum. */
export function readAssociations(section: Uint8Array): number[] {
  const pids: number[] = []
  for (let at = 8; at + 4 <= section.length - CRC_BYTES; at += 4)
    // Program 0 is the network information.
    if (uint16(section, at) !== 0) pids.push(uint16(section, at + 2) & 0x1fff)
  return pids
}

/** Null if the section is no program map. The checksum is at its end. */
export function readProgramMap(section: Uint8Array): ProgramMap | null {
  if (section[0] !== PMT_TABLE || section.length < HEADER_BYTES + CRC_BYTES) return null
  const streams: MappedStream[] = []
  const end = section.length - CRC_BYTES
  let at = HEADER_BYTES + (uint16(section, 10) & 0x0fff)
  while (at + 5 <= end) {
    const type = section[at] ?? 0
    const bytes = uint16(section, at + 3) & 0x0fff
    const list = section.subarray(at + 5, Math.min(at + 5 + bytes, end))
    streams.push({ pid: uint16(section, at + 1) & 0x1fff, ...describe(type, list) })
    at += 5 + bytes
  }
  return { pcrPid: uint16(section, 8) & 0x1fff, streams }
}

function describe(type: number, list: Uint8Array): Omit<MappedStream, 'pid'> {
  let [codec, kind] = types[type] ?? [`Type ${type}`, 'other' as const]
  let language: string | null = null
  for (let at = 0; at + 2 <= list.length; at += 2 + (list[at + 1] ?? 0)) {
    const tag = list[at] ?? 0
    const text = String.fromCharCode(...list.subarray(at + 2, at + 6))
    const named = tag === REGISTRATION ? registered[text] : descriptors[tag]
    if (named !== undefined && types[type] === undefined) [codec, kind] = named
    if (tag === LANGUAGE && /^[a-z]{3}/i.test(text)) language = text.slice(0, 3).toLowerCase()
  }
  return { codec, kind, language }
}

function uint16(bytes: Uint8Array, at: number): number {
  return ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0)
}
