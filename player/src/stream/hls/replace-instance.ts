import type Hls from 'hls.js'
import { Events } from 'hls.js'
import type { Listeners } from '../stream.ts'
import type { HlsPlayback } from './playback.ts'
import { copyChoice, flushAhead, qualitiesOf } from './qualities.ts'

/** Replaces the hls.js instance by one with the new playlist, which takes over the buffer, so that playback continues. */
export function replaceInstance(
  playback: HlsPlayback,
  next: Hls,
  { onQualities, onAudioTracks }: Pick<Listeners, 'onQualities' | 'onAudioTracks'>,
): void {
  const { video, src, hls: playing } = playback
  next.once(Events.MANIFEST_PARSED, (_event, { audioTracks }) => {
    if (playback.closed.aborted || playing !== playback.hls) return next.destroy()
    playback.hls = next
    next.bandwidthEstimate = playing.bandwidthEstimate
    copyChoice(playing, next)
    next.attachMedia(playing.transferMedia() ?? video)
    playing.destroy()
    next.once(Events.FRAG_BUFFERED, (_event, { frag }) => flushAhead(playback.hls, video, frag.end))
    onQualities(qualitiesOf(next))
    // hls.js sends no event if there are no tracks.
    if (audioTracks.length === 0) onAudioTracks([])
  })
  next.on(Events.ERROR, (_event, { fatal }) => {
    if (fatal && next !== playback.hls) next.destroy()
  })
  next.loadSource(src)
}
