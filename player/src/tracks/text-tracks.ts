import type Hls from 'hls.js'
import { Events, type MediaPlaylist } from 'hls.js'

/** Text tracks of the video that hls.js's subtitles go into. They are ours, so that they outlive a take-over. */
export interface TextTracks {
  /** Takes what this one loads from now on. */
  take(hls: Hls): void
  /** Has this one load what the viewer chose. */
  follow(hls: Hls): void
}

interface Ours {
  readonly track: TextTrack
  /** What it has already: segments that a cue reaches over bring it again. */
  readonly known: Set<string>
}

/** @param onTracks hears which there are, whenever a playlist has said it */
export function textTracksOf(
  video: HTMLVideoElement,
  onTracks: (tracks: readonly TextTrack[]) => void,
): TextTracks {
  const all = new Map<string, Ours>()

  function oursFor(subtitle: MediaPlaylist): Ours {
    const kind = isCaptions(subtitle) ? 'captions' : 'subtitles'
    const key = JSON.stringify([kind, subtitle.lang, subtitle.name])
    const known = all.get(key)
    if (known) return known
    const track = video.addTextTrack(kind, subtitle.name, subtitle.lang)
    track.mode = 'disabled'
    const ours = { track, known: new Set<string>() }
    all.set(key, ours)
    return ours
  }

  function follow(hls: Hls): void {
    const chosen = hls.subtitleTracks.findIndex((each) => oursFor(each).track.mode === 'showing')
    if (chosen !== hls.subtitleTrack) hls.subtitleTrack = chosen
  }

  return {
    take(hls) {
      hls.on(Events.SUBTITLE_TRACKS_UPDATED, (_event, { subtitleTracks }) => {
        onTracks(subtitleTracks.map((each) => oursFor(each).track))
        // It chooses for itself right after this.
        queueMicrotask(() => hls.media && follow(hls))
      })
      hls.on(Events.CUES_PARSED, (_event, { cues, subtitleTrack }) => {
        if (subtitleTrack) add(oursFor(subtitleTrack), cues)
      })
    },
    follow,
  }
}

function add({ track, known }: Ours, cues: readonly VTTCue[]): void {
  const { mode } = track
  // A track that is off takes no cues.
  if (mode === 'disabled') track.mode = 'hidden'
  for (const cue of cues) {
    const key = `${Math.round(cue.startTime * 1000)} ${Math.round(cue.endTime * 1000)} ${cue.text}`
    if (known.has(key)) continue
    known.add(key)
    track.addCue(cue)
  }
  track.mode = mode
}

/** As RFC 8216 says it of subtitles for those who do not hear (4.3.4.1). */
function isCaptions({ characteristics = '' }: MediaPlaylist): boolean {
  return characteristics.includes('public.accessibility.describes-music-and-sound')
}
