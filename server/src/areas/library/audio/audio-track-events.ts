import { changeRecorder } from '../../../platform/events/changes.ts'
import { type AudioTrackRow, trackLabel } from './audio-track-view.ts'

type Verb = 'created' | 'updated' | 'ready' | 'errored' | 'deleted'

/** Records a change of an audio track. The result of its encoding has an event but no audit entry. */
export const recordTrack = changeRecorder((row: AudioTrackRow, verb: Verb) => {
  const { id, environmentId, contentId, role, status, errorId } = row
  const { name, language } = trackLabel(row)
  return {
    environmentId,
    object: { type: 'audio_track', id, name },
    event: {
      type: `video.audio_track.${verb}`,
      data: { contentId, name, languageCode: language, role, status, error: errorId },
    },
    ...(verb !== 'ready' && verb !== 'errored' && { action: `audio_track.${verb}` as const }),
  }
})
