import type { ServerResponse } from 'node:http'
import type { HiddenReason, InputState, LinkReason, TileSignal, TsFaultId } from '@kinora/contract'
import { type AnalysedStream, createTsSource, type TsSource } from '@kinora/media'
import { type AudioLevel, measureAudioLevel } from '../../../platform/nodes/audio-level.ts'
import { type AudioSource, createAudioSource } from '../../../platform/nodes/audio-source.ts'
import { createPreviewSource, type PreviewSource } from '../../../platform/nodes/preview-source.ts'
import type { RelayContext } from './relay-context.ts'

/** State of an input, as its node sends it to walls. */
export interface SentInput {
  readonly state: InputState
  readonly reason: LinkReason | null
  /** Null while nothing is received. */
  readonly signal: TileSignal | null
}

/** Facts of an input that its preview has. */
export interface PreviewedInput {
  readonly state: InputState
  readonly reason: LinkReason | null
  readonly streams: readonly AnalysedStream[]
  readonly faults: readonly TsFaultId[]
}

export type PreviewedKind = 'preview' | 'audio'

/** Pictures and audio levels of an input for walls. The stream is read, and its audio decoded, only while somebody watches. */
export interface InputPreview {
  push(payload: Buffer): void
  /** Another stream begins. */
  reset(): void
  /** Sends pictures, levels and the state to a response until it closes, or only the audio. @param folder for ffmpeg */
  open(kind: PreviewedKind, response: ServerResponse, folder: string): void
  /** Call every 100 ms. */
  tick(): void
  close(): void
}

interface Opened {
  readonly level: AudioLevel
  readonly source: PreviewSource
  readonly audio: AudioSource
  stream: TsSource
  /** Video that browsers do not play. */
  isUnplayable: boolean
}

const NAME = 'source'
/** CPU time that taking a stream apart may use of each 100 ms. The rest of it is left out, because the same thread passes on the
 * streams of others. */
const BUDGET_MS = 20
const RATE_EVERY_MS = 1000
/** Profiles of H.264 with 10 bits or more than 4:2:0: `profile_idc` (ITU-T H.264 A.2). */
const UNPLAYABLE_PROFILES = [110, 122, 244, 44]

export function previewInput(
  { ffmpeg, log, config }: Pick<RelayContext, 'ffmpeg' | 'log' | 'config'>,
  describe: () => PreviewedInput,
): InputPreview {
  let opened: Opened | null = null
  let bytes = 0
  let sinceMs = 0
  let kbps = 0
  let usedMs = 0

  function sentState(): SentInput {
    const { state, reason, streams, faults } = describe()
    const content = contentOf(streams)
    const hidden = content.hidden ?? (opened?.isUnplayable === true ? 'codec' : null)
    const signal = state === 'receiving' ? { kbps, ...content, hidden, faults } : null
    return { state, reason, signal }
  }

  function measureRate(nowMs: number): void {
    if (nowMs - sinceMs < RATE_EVERY_MS) return
    kbps = Math.round((bytes * 8) / (nowMs - sinceMs))
    bytes = 0
    sinceMs = nowMs
  }

  /** Takes a payload apart. A fault in it, or in the reader, costs the preview and not the stream. */
  function read(own: Opened, payload: Buffer): void {
    const before = process.threadCpuUsage()
    try {
      own.stream.push(payload)
    } catch (err) {
      log.warn({ err }, 'the preview of an input begins again after a fault')
      own.stream = readStream(own)
    }
    const { user, system } = process.threadCpuUsage(before)
    usedMs += (user + system) / 1000
  }

  function start(folder: string): Opened {
    const level = measureAudioLevel(ffmpeg, log, { cwd: folder, memoryBytes: config.ENCODE_MEMORY_BYTES })
    const source = createPreviewSource(level, sentState)
    source.setNames([NAME])
    bytes = 0
    sinceMs = performance.now()
    const own = { level, source, audio: createAudioSource(), isUnplayable: false }
    return Object.assign(own, { stream: readStream(own) })
  }

  function stop(): void {
    opened?.source.end()
    opened?.audio.end()
    opened?.level.close()
    opened = null
  }

  return {
    push(payload) {
      if (opened === null) return
      bytes += payload.length
      if (usedMs < BUDGET_MS) read(opened, payload)
    },
    reset() {
      if (opened === null) return
      opened.isUnplayable = false
      opened.stream = readStream(opened)
    },
    open(kind, response, folder) {
      opened ??= start(folder)
      if (kind === 'audio') opened.audio.open(response)
      else opened.source.open(response)
    },
    tick() {
      usedMs = 0
      if (opened === null) return
      measureRate(performance.now())
      opened.source.tick()
      opened.audio.tick()
      if (!opened.source.isWatched() && !opened.audio.isWatched()) stop()
    },
    close: stop,
  }
}

/** Takes a stream apart. Other codecs than H.264 and AAC have no pictures and no levels. */
function readStream(own: Omit<Opened, 'stream'>): TsSource {
  const { level, source, audio } = own
  return createTsSource({
    track(track) {
      if (track.kind === 'video') {
        own.isUnplayable = track.codec === 'h264' && UNPLAYABLE_PROFILES.includes(track.config[1] ?? 0)
        source.track(NAME, track)
      } else {
        level.track(track)
        audio.track(track)
      }
    },
    packet(packet) {
      if (packet.kind === 'video') source.packet(NAME, packet)
      else {
        if (source.isWatched()) level.frame(packet.data)
        audio.frame(packet.data)
      }
    },
    cue: () => undefined,
    end: () => undefined,
  })
}

/** The codec of the video, and why a wall cannot show it. */
function contentOf(streams: readonly AnalysedStream[]): {
  readonly codec: string | null
  readonly hidden: HiddenReason | null
} {
  const videos = streams.filter(({ kind }) => kind === 'video')
  const video = videos.find(({ codec }) => codec === 'H.264') ?? videos[0]
  if (streams.length === 0) return { codec: null, hidden: 'no-program' }
  if (video === undefined) return { codec: null, hidden: 'no-video' }
  const { codec, isScrambled } = video
  if (isScrambled) return { codec, hidden: 'encrypted' }
  return { codec, hidden: codec === 'H.264' ? null : 'codec' }
}
