import { configInFrames, h264Payloads, type LivePacket, type LiveTrack, type OpusPacket } from '@kinora/media'
import { type OpusEncoder, type OpusOptions, startOpus } from './opus.ts'

/** Media of a running stream for WebRTC viewers. */
export interface RtcOutput {
  track(rendition: RtcRendition, track: LiveTrack): void
  packet(rendition: RtcRendition, packet: LivePacket): void
  /** Adds a viewer. Null if no rendition can be shown by browsers. */
  watch(viewer: RtcWatcher): RtcWatch | null
  /** Ends the stream and disconnects all viewers. */
  end(): void
}

/** The source, its highest encoded rendition, or what a WebRTC publisher sent before it was transcoded. */
export type RtcRendition = 'source' | 'encoded' | 'sent'

export interface RtcFrame {
  /** Ticks since the session began. */
  readonly time: number
  readonly isKey: boolean
  /** RTP payloads. */
  readonly payloads: readonly Uint8Array[]
}

export interface RtcWatcher {
  video(frame: RtcFrame): void
  audio(packet: OpusPacket): void
  /** The stream has ended. */
  ended(): void
}

export interface RtcWatch {
  /** All frames since the last keyframe. */
  readonly frames: () => readonly RtcFrame[]
  leave(): void
}

/** Fits into a UDP packet on common networks, including the headers of RTP, SRTP and IPv6. */
const MAX_PAYLOAD_BYTES = 1150
/** Limit of frames kept for new viewers. */
const MAX_KEPT_FRAMES = 600
/** Frames to wait for an encoded rendition if browsers cannot show the source. */
const MAX_FRAMES_WITHOUT = 120
/** Time after the last viewer until the audio encoder stops. */
const IDLE_MS = 10_000
/** Time without sent media after which viewers get the source again. */
const SENT_SILENT_MS = 500

export function createRtcOutput(options: OpusOptions): RtcOutput {
  const watchers = new Set<RtcWatcher>()
  const none = new Uint8Array(0)
  const sets: Record<RtcRendition, Uint8Array> = { source: none, encoded: none, sent: none }
  let audioTrack: LiveTrack | null = null
  let opus: OpusEncoder | null = null
  let idle: NodeJS.Timeout | undefined
  let shown: RtcRendition = 'source'
  /** Whether the source has B-frames or is not H.264, which browsers cannot show: viewers then get the encoded
   * rendition. */
  let isEncodedNeeded = false
  let framesWithout = 0
  let kept: RtcFrame[] = []
  /** When the last sent frame of each kind came (`performance.now()`). */
  const lastSent = { video: Number.NEGATIVE_INFINITY, audio: Number.NEGATIVE_INFINITY }
  let isOver = false

  const isSent = (kind: LivePacket['kind']) => performance.now() - lastSent[kind] < SENT_SILENT_MS

  function closeAll(): void {
    for (const watcher of [...watchers]) watcher.ended()
    watchers.clear()
    stopAudio()
  }

  function stopAudio(): void {
    opus?.close()
    opus = null
  }

  function takeVideo(rendition: RtcRendition, packet: LivePacket): void {
    if (rendition === 'sent') {
      lastSent.video = performance.now()
      if (packet.isKey) shown = 'sent'
    } else if (shown === 'sent' && rendition === 'source' && packet.isKey && !isSent('video'))
      shown = 'source'
    if (rendition === 'source' && packet.cts !== 0) isEncodedNeeded = true
    if (rendition === 'encoded' && isEncodedNeeded && shown === 'source' && packet.isKey) shown = 'encoded'
    if (rendition !== shown) return
    if (shown === 'source' && isEncodedNeeded) {
      framesWithout += 1
      kept = []
      if (framesWithout === MAX_FRAMES_WITHOUT) closeAll()
      return
    }
    const { dts: time, isKey } = packet
    const data = isKey ? Buffer.concat([sets[rendition], packet.data]) : packet.data
    const frame: RtcFrame = { time, isKey, payloads: h264Payloads(data, MAX_PAYLOAD_BYTES) }
    if (isKey) kept = [frame]
    // Without their keyframe, the other frames cannot be decoded.
    else if (kept.length >= MAX_KEPT_FRAMES) kept = []
    else if (kept.length > 0) kept.push(frame)
    for (const watcher of watchers) watcher.video(frame)
  }

  function takeAudio(rendition: RtcRendition, packet: LivePacket): void {
    if (rendition === 'sent') {
      if (shown !== 'sent') return
      lastSent.audio = performance.now()
      for (const watcher of watchers) watcher.audio({ time: packet.dts, data: packet.data })
      stopAudio()
    } else if (watchers.size > 0 && audioTrack !== null && !isSent('audio')) {
      opus ??= startOpus(options, audioTrack, (encoded) => {
        for (const watcher of watchers) watcher.audio(encoded)
      })
      opus.packet(packet)
    }
  }

  return {
    track(rendition, track) {
      if (track.kind === 'video') {
        sets[rendition] = configInFrames(track)
        if (track.codec !== 'h264') isEncodedNeeded = true
      } else {
        audioTrack = track
        stopAudio()
      }
    },
    packet(rendition, packet) {
      if (isOver) return
      if (packet.kind === 'video') takeVideo(rendition, packet)
      else takeAudio(rendition, packet)
    },
    watch(watcher) {
      if (isOver || framesWithout >= MAX_FRAMES_WITHOUT) return null
      clearTimeout(idle)
      watchers.add(watcher)
      return {
        frames: () => kept,
        leave() {
          watchers.delete(watcher)
          if (watchers.size > 0) return
          clearTimeout(idle)
          idle = setTimeout(() => {
            if (watchers.size === 0) stopAudio()
          }, IDLE_MS)
          idle.unref()
        },
      }
    },
    end() {
      isOver = true
      clearTimeout(idle)
      closeAll()
    },
  }
}
