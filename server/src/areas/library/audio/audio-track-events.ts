import type { Change, ChangedValues } from '../../../platform/events/changes.ts'
import { type AudioTrackRow, trackLabel } from './audio-track-view.ts'

/** A change of an audio track, for `recordChange`. The result of its encoding has an event but no audit entry. */
export function trackChange(
  row: AudioTrackRow,
  action: 'created' | 'updated' | 'ready' | 'errored' | 'deleted',
  values: ChangedValues = {},
): Change {
  const { id, environmentId, contentId, role, status, errorId } = row
  const { name, language } = trackLabel(row)
  return {
    environmentId,
    object: { type: 'audio_track', id, name },
    event: {
      type: `video.audio_track.${action}`,
      data: { contentId, name, languageCode: language, role, status, error: errorId },
    },
    ...(action !== 'ready' &&
      action !== 'errored' && { audit: { action: `audio_track.${action}` as const, ...values } }),
  }
}
