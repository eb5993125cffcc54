import { changeRecorder } from '../../../platform/events/changes.ts'
import type { PortraitRow } from './tables.ts'

type Verb = 'created' | 'updated' | 'rendered' | 'ready' | 'errored' | 'deleted'

/** Records a change of a portrait. What people do is in the audit trail, the other changes are events. */
export const recordPortrait = changeRecorder((row: PortraitRow, verb: Verb) => {
  const { id, name, environmentId, shape, status, reason, sourceId, hasResult, resultId, durationMs } = row
  const object = { type: 'portrait', id, name } as const
  const data = {
    portraitId: id,
    name,
    shape,
    status,
    reason,
    contentId: sourceId,
    resultId: hasResult ? resultId : null,
    duration: durationMs === null ? null : durationMs / 1000,
  }
  switch (verb) {
    case 'created':
    case 'deleted':
      return {
        environmentId,
        object,
        event: { type: `video.portrait.${verb}` as const, data },
        action: `portrait.${verb}` as const,
      }
    case 'updated':
    case 'rendered':
      return { environmentId, object, action: `portrait.${verb}` as const }
    case 'ready':
    case 'errored':
      return { environmentId, object, event: { type: `video.portrait.${verb}` as const, data } }
  }
})
