import type { LiveSink, LiveTrack } from './source.ts'

/** Keeps the promises of a sink for a source that repeats itself: no track twice, no packet before its track, and video
 * from a keyframe on. */
export function gateTracks(sink: LiveSink): LiveSink {
  const tracks = new Map<LiveTrack['kind'], LiveTrack>()
  let isVideoOpen = false
  return {
    track(track) {
      const known = tracks.get(track.kind)
      if (known?.codec === track.codec && isEqual(known.config, track.config)) return
      tracks.set(track.kind, track)
      // Frames between a new configuration and its first keyframe refer to frames of the old one.
      if (track.kind === 'video') isVideoOpen = false
      sink.track(track)
    },
    packet(packet) {
      if (!tracks.has(packet.kind)) return
      if (packet.kind === 'video') {
        isVideoOpen ||= packet.isKey
        if (!isVideoOpen) return
      }
      sink.packet(packet)
    },
    cue: (cue) => sink.cue(cue),
    end: () => sink.end(),
  }
}

function isEqual(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, n) => byte === b[n])
}
