/** Stream types of ISO 13818-1, table 2-34. */
const STREAM_TYPES = { aac: 0x0f, h264: 0x1b, hevc: 0x24 }
/** Stream type of SCTE-35 (ANSI/SCTE 35 2023, 8.1). */
const CUE_TYPE = 0x86
/** Stream types of unsupported codecs, from the same table and ATSC A/53. */
const OTHER_VIDEO: Codecs = { 1: 'MPEG-1 video', 2: 'MPEG-2 video', 16: 'MPEG-4 video', 51: 'VVC' }
const OTHER_AUDIO: Codecs = {
  3: 'MPEG audio',
  4: 'MPEG audio',
  17: 'AAC in LATM',
  129: 'AC-3',
  135: 'E-AC-3',
}
type Codecs = Readonly<Record<number, string>>

export interface ProgramStream {
  readonly pid: number
  readonly codec: 'h264' | 'hevc' | 'aac'
}

export interface Program {
  readonly video: ProgramStream | null
  readonly audio: ProgramStream | null
  /** PIDs with SCTE-35. */
  readonly cuePids: readonly number[]
  /** Name of a codec that is not supported, if the video or the audio exists in no other. */
  readonly unsupported: string | null
}

const PAT_TABLE = 0x00
const PMT_TABLE = 0x02
/** Bytes of both tables before their lists. */
const PAT_HEADER_BYTES = 8
const PMT_HEADER_BYTES = 12

/** PID of the program map of the first program. Null without a program. */
export function readPat(section: Uint8Array): number | null {
  if (section[0] !== PAT_TABLE) return null
  for (let at = PAT_HEADER_BYTES; at + 4 <= section.length; at += 4) {
    const program = uint16(section, at)
    // Program 0 is the network information.
    if (program !== 0) return uint16(section, at + 2) & 0x1fff
  }
  return null
}

/** The first supported video and audio stream of a program. Null if the section is not a program map. */
export function readPmt(section: Uint8Array): Program | null {
  if (section[0] !== PMT_TABLE || section.length < PMT_HEADER_BYTES) return null
  const streams: { type: number; pid: number }[] = []
  let at = PMT_HEADER_BYTES + (uint16(section, 10) & 0x0fff)
  while (at + 5 <= section.length) {
    streams.push({ type: section[at] ?? 0, pid: uint16(section, at + 1) & 0x1fff })
    at += 5 + (uint16(section, at + 3) & 0x0fff)
  }
  const first = (...codecs: ProgramStream['codec'][]): ProgramStream | null => {
    for (const { type, pid } of streams) {
      const codec = codecs.find((name) => STREAM_TYPES[name] === type)
      if (codec) return { pid, codec }
    }
    return null
  }
  const video = first('h264', 'hevc')
  const audio = first('aac')
  const nameIn = (codecs: Codecs) => streams.flatMap(({ type }) => codecs[type] ?? [])[0] ?? null
  const unsupported =
    (video === null ? nameIn(OTHER_VIDEO) : null) ?? (audio === null ? nameIn(OTHER_AUDIO) : null)
  const cuePids = streams.filter(({ type }) => type === CUE_TYPE).map(({ pid }) => pid)
  return { video, audio, cuePids, unsupported }
}

function uint16(bytes: Uint8Array, at: number): number {
  return ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0)
}
