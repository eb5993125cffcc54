import type Hls from 'hls.js'
import { Events, type MediaPlaylist } from 'hls.js'

/** Text tracks of the video for the subtitles of hls.js. They are our own, so that they survive the loss of a media
 * element. */
export interface TextTracks {
  /** Receives the cues of this hls.js instance from now on. */
  take(hls: Hls): void
  /** Makes this hls.js instance load the chosen subtitles. */
  follow(hls: Hls): void
}

interface Ours {
  readonly track: TextTrack
  /** Skips existing cues: a cue appears in every segment that it overlaps. */
  readonly known: Set<string>
}

/** @param onTracks is called with the tracks of a new playlist */
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
        // hls.js selects a track itself right after this event.
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
  // A disabled track accepts no cues.
  if (mode === 'disabled') track.mode = 'hidden'
  for (const cue of cues) {
    const key = `${Math.round(cue.startTime * 1000)} ${Math.round(cue.endTime * 1000)} ${cue.text}`
    if (known.has(key)) continue
    known.add(key)
    track.addCue(cue)
  }
  track.mode = mode
}

/** RFC 8216 (4.3.4.1) value of subtitles for the deaf and hard of hearing. */
function isCaptions({ characteristics = '' }: MediaPlaylist): boolean {
  return characteristics.includes('public.accessibility.describes-music-and-sound')
}
