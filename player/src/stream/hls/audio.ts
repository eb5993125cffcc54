import type Hls from 'hls.js'
import { Events, type MediaPlaylist } from 'hls.js'
import type { AudioTrack } from '../../tracks/audio-choice.ts'
import type { Listeners } from '../stream.ts'
import type { HlsPlayback } from './playback.ts'

/** Reports the audio tracks of an instance, and plays the one that the listener wants. */
export function reportAudio(
  playback: Readonly<HlsPlayback>,
  opened: Hls,
  { onAudioTracks, onAudioTrack }: Pick<Listeners, 'onAudioTracks' | 'onAudioTrack'>,
): void {
  opened.on(Events.AUDIO_TRACKS_UPDATED, (_event, { audioTracks }) => {
    const wanted = onAudioTracks(audioTracks.map(audioTrackOf))
    // Otherwise hls.js selects a track right after this event.
    if (wanted !== -1) opened.audioTrack = wanted
  })
  opened.on(Events.AUDIO_TRACK_SWITCHING, (_event, { id }) => {
    if (opened === playback.hls) onAudioTrack(id)
  })
}

function audioTrackOf(track: MediaPlaylist): AudioTrack {
  const { name, lang = '', characteristics = '', default: isDefault, autoselect: isAutoselected } = track
  const described = characteristics.includes('public.accessibility.describes-video')
  return { name, language: lang, described, isDefault, isAutoselected }
}
