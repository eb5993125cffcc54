import {
  createBridge,
  createPackager,
  type Encoding,
  holdFirstInterval,
  LIVE_TICKS,
  type LivePacket,
  type LiveSink,
  type LiveTrack,
  type LiveVideoTrack,
  liveRungs,
  type Packaged,
  type Packager,
  pictureSizeOf,
  type SourceCue,
} from '@kinora/media'
import type { AudioLevel } from '../../../platform/nodes/audio-level.ts'
import type { PreviewSource } from '../../../platform/nodes/preview-source.ts'
import type { LeftOut } from '../monitoring/meter.ts'
import type { RtcOutput } from '../webrtc/output.ts'
import { sentMedia } from '../webrtc/sent-media.ts'
import { keepAudioFormat } from './audio-format.ts'
import { SOURCE } from './join-runs.ts'
import { type RenditionEvent, type Renditions, startRenditions } from './renditions.ts'
import { LONGEST_INTERVAL_S } from './segment-times.ts'
import { createHeldPicture } from './slate/held-picture.ts'
import { createSlateMarks } from './slate/slate-marks.ts'
import { createSlatePlayer, type SlatePlayerOptions } from './slate/slate-player.ts'
import { createSubstitutes, SLATE } from './slate/substitutes.ts'
import { createSourceChoice } from './source-choice.ts'

/** The folder `cwd` is prepared for ffmpeg. */
export interface BroadcastOptions extends SlatePlayerOptions {
  readonly encoding: Pick<Encoding, 'rungs'>
  readonly times: BroadcastTimes
  /** Chooses the longest segment of a new session by the interval of the source's keyframes, in seconds; null if the top
   * rendition is encoded. Null if `times` are final. */
  readonly chooseLongest: ((intervalS: number | null) => number) | null
  /** Start of the session as epoch ms, and as `performance.now()` (`startedAt`). */
  readonly epochMs: number
  readonly startedAt: number
  readonly firstMsn: number
  /** The ID of a rendition by its name: `source`, `480p`, `audio`. */
  readonly idOf: (name: string) => string
  readonly emit: (packaged: Packaged) => void
  /** A rendition has ended before the stream. */
  readonly onRemoved: (id: string) => void
  readonly onAir: (source: AirSource) => void
  /** @param atMs program date-time, epoch ms */
  readonly onCue: (cue: SourceCue, atMs: number) => void
  readonly onRenditionEvent: (event: RenditionEvent) => void
  /** A process of the stream fails each time it starts. @param name a noun phrase */
  readonly onWorkerFailing: (name: string) => void
  /** Measures the audio that viewers get. */
  readonly heard: Pick<AudioLevel, 'track' | 'frame'>
  /** Receives all video renditions. */
  readonly preview: Pick<PreviewSource, 'setNames' | 'track' | 'packet' | 'remove'>
  /** Receives the media for WebRTC viewers. Null if the stream does not offer WebRTC. */
  readonly realtime: Pick<RtcOutput, 'track' | 'packet'> | null
  /** Receives the top rendition and the audio, for other places. */
  readonly relayed: Pick<LiveSink, 'track' | 'packet'>
}

/** The source that viewers see. */
export type AirSource = 'primary' | 'backup' | 'slate'

export interface BroadcastTimes {
  readonly partS: number
  readonly segmentS: number
  readonly longestSegmentS: number
}

/** Media of a live session: switches between publishers and slate, encodes the ladder, and packages. */
export interface Broadcast {
  /** Accepts a publisher, which replaces the one in the same role. */
  publish(as: 'primary' | 'backup'): LiveSink
  /** Call every 100 ms: switches to the backup if the primary encoder is silent, and to the slate if both are. */
  tick(): void
  /** Encodes the slate after its image has changed. */
  prepareSlate(): Promise<void>
  readonly droppedFrames: () => number
  /** Time of the last frame that all encoded renditions have. Null without them. */
  readonly encodedTicks: () => number | null
  readonly leftOut: () => LeftOut
  /** Ends all renditions. */
  end(): Promise<void>
}

export function startBroadcast(options: BroadcastOptions): Broadcast {
  const { ffmpeg, log, cwd, memoryBytes, encoding, idOf, emit, onRemoved, onAir, realtime, preview } = options
  const now = () => ((performance.now() - options.startedAt) / 1000) * LIVE_TICKS
  let packager: Packager | null = null
  let renditions: Renditions | null = null
  let best: ReturnType<typeof createBestRung> | null = null
  let isOver = false
  const first = awaitLongest(options, { track: onTrack, packet: onPacket })
  const tools = { ffmpeg, log, cwd, memoryBytes }
  const { onWorkerFailing } = options
  const audio = keepAudioFormat({
    ...tools,
    onWorkerFailing,
    output: { track: onAudioTrack, packet: onAudioPacket },
  })
  const slate = createSlatePlayer(options)
  const marks = createSlateMarks()
  const chooseSource = createSourceChoice()
  const bridge = createBridge({
    now,
    output: first.sink,
    onCue: (cue, at) => options.onCue(cue, Math.round(options.epochMs + (at / LIVE_TICKS) * 1000)),
    onAir(source) {
      substitutes.switchedTo(source)
      marks.onAir(source === SLATE)
      if (substitutes.isHeld(source)) return
      onAir(source === SLATE ? 'slate' : source === 'backup' ? 'backup' : 'primary')
    },
  })
  const substitutes = createSubstitutes(bridge, slate, createHeldPicture(options, bridge), audio.kept)
  const { isShown } = substitutes

  function packagerOf(kind: LivePacket['kind']): Packager {
    packager ??= createPackager({
      ...first.times(),
      reference: idOf(kind === 'video' ? SOURCE : 'audio'),
      firstMsn: options.firstMsn,
      continues: options.firstMsn > 0,
      epochMs: options.epochMs,
      emit: (packaged) => emit(marks.mark(packaged)),
    })
    return packager
  }

  function onTrack(track: LiveTrack): void {
    if (track.kind === 'audio') {
      audio.track(track)
      return
    }
    realtime?.track('source', track)
    if (renditions === null) startVideo(track)
    if (track.codec !== 'h264') best?.addTop()
    renditions?.track(track)
  }

  function onAudioTrack(track: LiveTrack): void {
    realtime?.track('source', track)
    packagerOf('audio').track(idOf('audio'), track)
    options.relayed.track(track)
    if (track.kind === 'audio') options.heard.track(track)
  }

  function onAudioPacket(packet: LivePacket): void {
    realtime?.packet('source', packet)
    packagerOf('audio').packet(idOf('audio'), packet)
    options.relayed.packet(packet)
    options.heard.frame(packet.data)
  }

  function startVideo(track: LiveVideoTrack): void {
    const size = pictureSizeOf(track)
    if (size === null) return
    void slate.resize(size)
    const own = packagerOf('video')
    own.lead(idOf(SOURCE))
    preview.setNames([...liveRungs(size, encoding).map(({ name }) => name), SOURCE])
    best = realtime === null ? null : createBestRung(liveRungs(size, encoding), realtime)
    renditions = startRenditions({
      ...tools,
      encoding,
      size,
      longestSegmentS: first.times().longestSegmentS,
      output: (name) =>
        toAll(name, idOf(name), { packager: own, best, preview, relayed: relayedAs(name, options) }),
      onEvent(event) {
        if (event.type === 'left-out') {
          own.remove(idOf(event.name))
          onRemoved(idOf(event.name))
          best?.remove(event.name)
          preview.remove(event.name)
        }
        options.onRenditionEvent(event)
      },
    })
  }

  function onPacket(packet: LivePacket): void {
    if (packet.kind === 'audio') {
      audio.packet(packet)
      return
    }
    realtime?.packet('source', packet)
    renditions?.packet(packet)
  }

  return {
    publish(as) {
      const sink = bridge.attach(as)
      if (as === 'primary' ? bridge.onAir() !== 'backup' : !isShown('primary')) bridge.choose(as)
      return { ...sink, sent: realtime && sentMedia(realtime, now, () => bridge.onAir() === as) }
    },
    tick() {
      if (isOver) return
      const air = bridge.onAir()
      const chosen = chooseSource({
        now: now(),
        primary: bridge.isSending('primary'),
        backup: bridge.isSending('backup'),
        isBackupOnAir: air === 'backup',
      })
      // The slate and a held picture end at once, without waiting for a keyframe.
      const isEncoderShown = air !== SLATE && !substitutes.isHeld(air) && isShown(air)
      if (chosen !== null && chosen !== air && (chosen !== bridge.chosen() || !isEncoderShown))
        bridge.choose(chosen, isEncoderShown ? 'next-key' : 'last-key')
      substitutes.show(bridge.onAir(), bridge.chosen() ?? 'primary')
    },
    prepareSlate: slate.prepare,
    droppedFrames: () => renditions?.droppedFrames() ?? 0,
    encodedTicks: () => renditions?.encodedTicks() ?? null,
    leftOut: () => renditions?.leftOut() ?? { names: [], of: 0 },
    async end() {
      isOver = true
      substitutes.close()
      first.release()
      await Promise.all([audio.close(), renditions?.end()])
      packager?.end()
    },
  }
}

/** The top rendition is relayed. */
function relayedAs(name: string, { relayed }: Pick<BroadcastOptions, 'relayed'>) {
  return name === SOURCE ? relayed : null
}

/** Passes a rendition to all that take it. */
function toAll(
  name: string,
  id: string,
  {
    packager,
    best,
    preview,
    relayed,
  }: Pick<BroadcastOptions, 'preview'> & {
    readonly packager: Packager
    readonly best: ReturnType<typeof createBestRung> | null
    readonly relayed: BroadcastOptions['relayed'] | null
  },
): Pick<LiveSink, 'track' | 'packet'> {
  return {
    track(rung) {
      packager.track(id, rung)
      best?.track(name, rung)
      relayed?.track(rung)
      if (rung.kind === 'video') preview.track(name, rung)
    },
    packet(packet) {
      packager.packet(id, packet)
      best?.packet(name, packet)
      relayed?.packet(packet)
      preview.packet(name, packet)
    },
  }
}

/** Passes the source on when the longest segment of the session is known. */
function awaitLongest(options: BroadcastOptions, source: Pick<LiveSink, 'track' | 'packet'>) {
  const { chooseLongest } = options
  let { times } = options
  const first =
    chooseLongest &&
    holdFirstInterval(LONGEST_INTERVAL_S, source, (intervalS) => {
      times = { ...times, longestSegmentS: chooseLongest(intervalS) }
    })
  return { sink: first ?? source, times: () => times, release: () => first?.release() }
}

/** Passes the highest encoded rendition to WebRTC viewers. Switches to another one at a keyframe. */
function createBestRung(
  rungs: readonly { readonly name: string }[],
  realtime: Pick<RtcOutput, 'track' | 'packet'>,
) {
  const names = rungs.map(({ name }) => name)
  const tracks = new Map<string, LiveTrack>()
  let shown: string | null = null
  return {
    track(name: string, track: LiveTrack) {
      tracks.set(name, track)
      if (name === shown) realtime.track('encoded', track)
    },
    packet(name: string, packet: LivePacket) {
      if (name !== names.at(-1)) return
      const track = tracks.get(name)
      if (name !== shown && packet.isKey && track !== undefined) {
        realtime.track('encoded', track)
        shown = name
      }
      if (name === shown) realtime.packet('encoded', packet)
    },
    /** The top rendition is encoded from now on. */
    addTop() {
      if (!names.includes(SOURCE)) names.push(SOURCE)
    },
    remove(name: string) {
      if (names.includes(name)) names.splice(names.indexOf(name), 1)
    },
  }
}
