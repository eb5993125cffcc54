import { SECTION_BYTES } from '../../scte35/codec.ts'
import { splitNalUnits } from '../codecs/annex-b.ts'
import { watchForPicture } from '../picture-watch.ts'
import { scte35Cues } from '../scte35-cues.ts'
import type { LiveSink, SourceFault } from '../source.ts'
import { gateTracks } from '../start/track-gate.ts'
import { createUnwrap, unwrapNear } from '../unwrap.ts'
import { createAdtsReader } from './adts.ts'
import { readH264 } from './h264.ts'
import { readHevc } from './hevc.ts'
import { TS_LIMITS } from './limits.ts'
import { createPacketSplitter, type TsPacket } from './packets.ts'
import { createPesReader, type PesPacket } from './pes.ts'
import { type ProgramStream, readPat, readPmt } from './program.ts'
import { createSectionReader, createTableReader } from './sections.ts'

/** Converts an MPEG transport stream to tracks and packets. Tolerates losses and garbage. */
export interface TsSource {
  /** Takes the next bytes. Chunks may end anywhere. */
  push(bytes: Uint8Array): TsResult
}

export type TsResult = 'taken' | SourceFault

type PacketReader = (packet: TsPacket) => void

interface OpenStream extends ProgramStream {
  readonly read: PacketReader
}

const PAT_PID = 0
const TIME_RANGE = 2 ** 33

export function createTsSource(sink: LiveSink): TsSource {
  const gate = gateTracks(sink)
  const watch = watchForPicture((reason) => sink.noPicture?.(reason))
  // Shared by video and audio, so that they stay in sync when the clock wraps.
  const continueTime = createUnwrap(33)
  const unwrap = (time: number) => {
    lastTime = continueTime(time)
    return lastTime
  }
  let result: TsResult = 'taken'
  let map: { readonly pid: number; readonly read: PacketReader } | null = null
  let video: OpenStream | null = null
  let audio: OpenStream | null = null
  let cues = new Map<number, PacketReader>()
  let lastTime: number | null = null

  const readMap = (section: Uint8Array) => {
    const program = readPmt(section)
    if (program === null) return
    const { unsupported } = program
    // Streams of a program change: the fault is that of its map as it is now.
    result = unsupported === null ? 'taken' : { reason: 'codec-not-supported', detail: unsupported }
    gate.expectVideo(program.video !== null)
    video = opened(video, program.video, openVideo)
    audio = opened(audio, program.audio, openAudio)
    const pids = program.cuePids.slice(0, TS_LIMITS.cueStreams)
    cues = new Map(pids.map((pid) => [pid, cues.get(pid) ?? createSectionReader(SECTION_BYTES, readCue)]))
  }
  const readTable = createTableReader((section) => {
    const pid = readPat(section)
    if (pid !== null && pid !== map?.pid) map = { pid, read: createTableReader(readMap) }
  })
  const split = createPacketSplitter((packet) => {
    if (packet.pid === PAT_PID) readTable(packet)
    else if (packet.pid === map?.pid) map.read(packet)
    else if (packet.pid === video?.pid) video.read(packet)
    else if (packet.pid === audio?.pid) audio.read(packet)
    else cues.get(packet.pid)?.(packet)
  })

  return {
    push(bytes) {
      split(bytes)
      return result
    },
  }

  /** Reads a cue. Its time is unwrapped near the video times, and never changes their clock. */
  function readCue(section: Uint8Array): void {
    for (const cue of scte35Cues(section))
      sink.cue(
        cue.kind === 'bad-cue' || cue.ptsTicks === null || lastTime === null
          ? cue
          : { ...cue, ptsTicks: unwrapNear(cue.ptsTicks, lastTime, 33) },
      )
  }

  function openVideo({ codec }: ProgramStream): PacketReader {
    const readUnit = codec === 'hevc' ? readHevc : readH264
    const name = codec === 'hevc' ? 'hevc' : 'h264'
    return createPesReader(TS_LIMITS.videoPesBytes, (pes) => {
      const cts = compositionTime(pes)
      if (cts > TS_LIMITS.ctsTicks) return
      const { config, isKey, isOpen, data } = readUnit(splitNalUnits(pes.data, TS_LIMITS.nalUnits))
      if (config !== null) {
        watch.config()
        gate.track({ kind: 'video', codec: name, config })
      }
      if (data.length === 0) return
      const dts = unwrap(pes.dts)
      watch.frame(dts, isKey)
      gate.packet({ kind: 'video', dts, cts, isKey, isOpen, data })
    })
  }

  function openAudio(): PacketReader {
    const reader = createAdtsReader()
    return createPesReader(TS_LIMITS.audioPesBytes, (pes) => {
      if (pes.isAfterLoss) reader.reset()
      for (const { config, dts, data } of reader.push(pes.data, unwrap(pes.pts))) {
        gate.track({ kind: 'audio', codec: 'aac', config })
        gate.packet({ kind: 'audio', dts, cts: 0, isKey: true, data })
      }
    })
  }
}

/** Returns the reader for a stream. Keeps it if the stream is unchanged, because program maps repeat. */
function opened(
  current: OpenStream | null,
  wanted: ProgramStream | null,
  open: (stream: ProgramStream) => PacketReader,
): OpenStream | null {
  if (wanted === null) return null
  const isSame = current?.pid === wanted.pid && current.codec === wanted.codec
  return isSame ? current : { ...wanted, read: open(wanted) }
}

function compositionTime({ pts, dts }: PesPacket): number {
  return (pts - dts + TIME_RANGE) % TIME_RANGE
}
