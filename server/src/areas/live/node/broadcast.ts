import {
  createBridge,
  createPackager,
  type Encoding,
  LIVE_TICKS,
  type LiveAudioTrack,
  type LivePacket,
  type LiveSink,
  type LiveTrack,
  type LiveVideoTrack,
  liveRungs,
  type Packaged,
  type Packager,
  sizeOfAvcConfig,
} from '@kinora/media'
import type { Ffmpeg } from '../../../platform/ffmpeg/index.ts'
import type { Logger } from '../../../platform/log.ts'
import type { RtcOutput } from '../webrtc/output.ts'
import { type Ladder, startLadder } from './ladder.ts'
import { makeSlate, playSlate, type Slate } from './slate.ts'
import { createSlateMarks } from './slate-marks.ts'

export interface BroadcastOptions {
  readonly ffmpeg: Ffmpeg
  readonly log: Logger
  /** A prepared folder for ffmpeg. */
  readonly cwd: string
  readonly memoryBytes: number
  readonly encoding: Pick<Encoding, 'rungs'>
  readonly times: BroadcastTimes
  /** Start of the session in ms since 1970, and the same moment by `performance.now()`. */
  readonly epochMs: number
  readonly startedAt: number
  readonly firstMsn: number
  /** The ID of a rendition by its name: `source`, `480p`, `audio`. */
  readonly idOf: (name: string) => string
  readonly emit: (packaged: Packaged) => void
  /** A rendition that ends before the stream. */
  readonly onRemoved: (id: string) => void
  /** What viewers see: the publisher, or the slate. */
  readonly onAir: (source: 'publisher' | 'slate') => void
  /** For viewers by WebRTC. Null if the stream is not for them. */
  readonly realtime: Pick<RtcOutput, 'track' | 'packet'> | null
}

export interface BroadcastTimes {
  readonly partS: number
  readonly segmentS: number
  readonly longestSegmentS: number
}

/** The picture and sound of a live session: joins publishers and slate, encodes the ladder, packages. */
export interface Broadcast {
  /** Takes a publisher, in place of the one before. */
  publish(): LiveSink
  /** Call every 100 ms: shows the slate if the publisher is silent. */
  tick(): void
  readonly droppedFrames: () => number
  /** Ends all renditions. */
  end(): Promise<void>
}

const PUBLISHER = 'publisher'
const SLATE = 'slate'
const SILENCE_TICKS = 0.6 * LIVE_TICKS

export function startBroadcast(options: BroadcastOptions): Broadcast {
  const { ffmpeg, log, cwd, memoryBytes, encoding, idOf, emit, onRemoved, onAir, realtime } = options
  const now = () => ((performance.now() - options.startedAt) / 1000) * LIVE_TICKS
  let packager: Packager | null = null
  let ladder: Ladder | null = null
  let slate: Slate | null = null
  let slateRun: { readonly stop: () => void } | null = null
  let audioTrack: LiveAudioTrack | null = null
  let isOver = false
  const marks = createSlateMarks()

  const bridge = createBridge({
    now,
    output: { track: onTrack, packet: onPacket },
    onAir(source) {
      if (source === PUBLISHER) stopSlate()
      marks.onAir(source === SLATE)
      onAir(source === SLATE ? 'slate' : 'publisher')
    },
  })

  function packagerOf(kind: LivePacket['kind']): Packager {
    packager ??= createPackager({
      ...options.times,
      reference: idOf(kind === 'video' ? 'source' : 'audio'),
      firstMsn: options.firstMsn,
      continues: options.firstMsn > 0,
      epochMs: options.epochMs,
      emit: (packaged) => emit(marks.mark(packaged)),
    })
    return packager
  }

  function onTrack(track: LiveTrack): void {
    packagerOf(track.kind).track(idOf(track.kind === 'video' ? 'source' : 'audio'), track)
    realtime?.track('source', track)
    if (track.kind === 'audio') audioTrack = track
    else {
      if (ladder === null) startVideo(track)
      ladder?.track(track)
    }
  }

  function startVideo(track: LiveVideoTrack): void {
    const size = sizeOfAvcConfig(track.config)
    if (size === null) return
    makeSlate(ffmpeg, { cwd, memoryBytes, size }).then(
      (made) => {
        slate = made
      },
      (err: unknown) => log.warn({ err }, 'a live stream has no slate'),
    )
    const rungs = liveRungs(size, encoding)
    if (rungs.length === 0) return
    ladder = startLadder({
      ...{ ffmpeg, log, cwd, memoryBytes, rungs },
      output({ name }) {
        const best = name === rungs.at(-1)?.name ? realtime : null
        return {
          track(rung) {
            packager?.track(idOf(name), rung)
            best?.track('encoded', rung)
          },
          packet(packet) {
            packager?.packet(idOf(name), packet)
            best?.packet('encoded', packet)
          },
        }
      },
      onGivenUp() {
        log.error('the encoder of a live stream ends again and again: only the source is delivered')
        for (const { name } of rungs) {
          packager?.remove(idOf(name))
          onRemoved(idOf(name))
        }
      },
    })
  }

  function onPacket(packet: LivePacket): void {
    packagerOf(packet.kind).packet(idOf(packet.kind === 'video' ? 'source' : 'audio'), packet)
    realtime?.packet('source', packet)
    if (packet.kind === 'video') ladder?.packet(packet)
  }

  function stopSlate(): void {
    slateRun?.stop()
    slateRun = null
    bridge.detach(SLATE)
  }

  return {
    publish() {
      const sink = bridge.attach(PUBLISHER)
      bridge.choose(PUBLISHER)
      return sink
    },
    tick() {
      if (isOver || slate === null || slateRun !== null) return
      const silentTicks = bridge.silentFor(PUBLISHER)
      if (silentTicks !== null && silentTicks < SILENCE_TICKS) return
      const sink = bridge.attach(SLATE)
      bridge.choose(SLATE)
      slateRun = playSlate(slate, audioTrack, sink, bridge.lag)
      bridge.choose(PUBLISHER)
    },
    droppedFrames: () => ladder?.droppedFrames() ?? 0,
    async end() {
      isOver = true
      stopSlate()
      await ladder?.end()
      packager?.end()
    },
  }
}
