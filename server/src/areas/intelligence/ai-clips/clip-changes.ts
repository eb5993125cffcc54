import { changeRecorder } from '../../../platform/events/changes.ts'
import type { AiClipRow } from './tables.ts'

type Verb = 'created' | 'updated' | 'highlighted' | 'archived' | 'published'

/** Records a change of an AI clip as an event and in the audit trail. To publish one is an update for subscribers, who
 * learn of the new video by its own events. */
export const recordAiClip = changeRecorder((row: AiClipRow, verb: Verb) => ({
  ...eventOf(row, verb === 'published' ? 'updated' : verb),
  action: `ai_clip.${verb}` as const,
}))

/** The event of an AI clip, without an audit entry. */
export function eventOf(row: AiClipRow, verb: Exclude<Verb, 'published'>) {
  const { id, environmentId, contentId, title, startMs, endMs, state, publishedContentId } = row
  const data = {
    contentId,
    name: title,
    start: startMs / 1000,
    end: endMs / 1000,
    state,
    publishedContentId,
  }
  return {
    environmentId,
    object: { type: 'ai_clip', id, name: title ?? '' } as const,
    event: { type: `video.ai_clip.${verb}` as const, data },
  }
}
