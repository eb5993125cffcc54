import type { LiveSink, LiveTrack } from './source.ts'

/** Filters a source for a sink: drops repeated tracks, packets before their track, and video before the first
 * keyframe. */
export function gateTracks(sink: LiveSink): LiveSink {
  const tracks = new Map<LiveTrack['kind'], LiveTrack>()
  let isVideoOpen = false
  return {
    track(track) {
      const known = tracks.get(track.kind)
      if (known?.codec === track.codec && isEqual(known.config, track.config)) return
      tracks.set(track.kind, track)
      // Frames before the first keyframe of a new configuration depend on frames of the old one.
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
