/** Converts RTP timestamps of a peer's tracks to seconds on one clock. */
export interface SourceClock {
  /** @param timestamp RTP timestamp @param nowS arrival time */
  timeOf(kind: 'video' | 'audio', timestamp: number, nowS: number): number
  /** Takes a sender report: the wall clock of the sender at a timestamp. */
  report(kind: 'video' | 'audio', timestamp: number, ntpS: number): void
}

interface Track {
  readonly rate: number
  /** Timestamp of the first packet. */
  readonly start: number
  unwrapped: number
  /** Offset from the time since the first packet to the common clock. */
  offsetS: number
  /** Wall clock of the sender at the first packet. */
  ntpStartS: number | null
}

const RATES = { video: 90_000, audio: 48_000 } as const
/** Smaller differences between audio and video are not noticeable. */
const TOLERANCE_S = 0.03
const RANGE = 2 ** 32

/** A track starts at its arrival time. Later sender reports align the audio with the video. */
export function createSourceClock(): SourceClock {
  const tracks = new Map<'video' | 'audio', Track>()
  let startS: number | null = null

  function elapsed(track: Track, timestamp: number): number {
    const step = (timestamp - (track.unwrapped % RANGE) + RANGE + RANGE) % RANGE
    return (track.unwrapped + (step < RANGE / 2 ? step : step - RANGE) - track.start) / track.rate
  }

  function align(): void {
    const [video, audio] = [tracks.get('video'), tracks.get('audio')]
    if (video?.ntpStartS == null || audio?.ntpStartS == null) return
    const wanted = video.offsetS + audio.ntpStartS - video.ntpStartS
    if (Math.abs(wanted - audio.offsetS) > TOLERANCE_S) audio.offsetS = wanted
  }

  return {
    timeOf(kind, timestamp, nowS) {
      startS ??= nowS
      const track = tracks.get(kind) ?? {
        rate: RATES[kind],
        start: timestamp,
        unwrapped: timestamp,
        offsetS: nowS - startS,
        ntpStartS: null,
      }
      tracks.set(kind, track)
      const sinceS = elapsed(track, timestamp)
      track.unwrapped = track.start + Math.round(sinceS * track.rate)
      return track.offsetS + sinceS
    },
    report(kind, timestamp, ntpS) {
      const track = tracks.get(kind)
      if (track === undefined) return
      track.ntpStartS = ntpS - elapsed(track, timestamp)
      align()
    },
  }
}
