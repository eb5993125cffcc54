import { LIVE_TICKS, type LivePacket, type LiveSink, type LiveTrack } from '../source.ts'

/** A sink that knows whether its source has video. */
export interface TrackGate extends LiveSink {
  /** Says whether the source has video, even if none has come yet. Without a call it may have. */
  expectVideo(isExpected: boolean): void
}

/** Time of audio that waits for the first keyframe, so that video comes first and decides the timeline. */
const WAIT_TICKS = { expected: 12 * LIVE_TICKS, unknown: 6 * LIVE_TICKS, none: 0 }
/** Audio that waits at most, for sources whose times stand still. */
const WAIT_BYTES = 4 * 1024 ** 2

/** Filters a source for a sink: drops repeated tracks, packets before their track, and video before the first keyframe.
 * The track of the video follows with its first keyframe, and audio waits for it. */
export function gateTracks(sink: LiveSink): TrackGate {
  const tracks = new Map<LiveTrack['kind'], LiveTrack>()
  /** Track of the video whose first keyframe has not come. */
  let nextVideo: LiveTrack | null = null
  let expected: keyof typeof WAIT_TICKS = 'unknown'
  /** Audio that waits for the video. Null when it no longer waits. */
  let waiting: (LiveTrack | LivePacket)[] | null = []
  let waitsSince: number | null = null
  let waitingBytes = 0

  function addAudio(item: LiveTrack | LivePacket): void {
    if (waiting === null) {
      send(item)
      return
    }
    waiting.push(item)
    if (!('dts' in item)) return
    waitsSince = Math.min(waitsSince ?? item.dts, item.dts)
    waitingBytes += item.data.length
    if (item.dts - waitsSince >= WAIT_TICKS[expected] || waitingBytes > WAIT_BYTES) release()
  }

  function release(): void {
    const items = waiting ?? []
    waiting = null
    for (const item of items) send(item)
  }

  function send(item: LiveTrack | LivePacket): void {
    if ('config' in item) sink.track(item)
    else sink.packet(item)
  }

  return {
    expectVideo(isExpected) {
      expected = isExpected ? 'expected' : 'none'
    },
    track(track) {
      const known = tracks.get(track.kind)
      if (known?.codec === track.codec && isEqual(known.config, track.config)) return
      tracks.set(track.kind, track)
      if (track.kind === 'audio') {
        addAudio(track)
        return
      }
      // Frames before the first keyframe of a new configuration depend on frames of the old one.
      nextVideo = track
      expected = 'expected'
    },
    packet(packet) {
      if (!tracks.has(packet.kind)) return
      if (packet.kind === 'audio') {
        addAudio(packet)
        return
      }
      if (nextVideo !== null) {
        if (!packet.isKey) return
        sink.track(nextVideo)
        nextVideo = null
      }
      sink.packet(packet)
      if (waiting !== null) release()
    },
    cue: (cue) => sink.cue(cue),
    end: () => sink.end(),
  }
}

function isEqual(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, n) => byte === b[n])
}
