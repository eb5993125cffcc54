import { changeRecorder } from '../../../platform/events/changes.ts'
import type { ReportRow, RunRow } from '../tables.ts'

type Verb = 'created' | 'updated' | 'paused' | 'resumed' | 'deleted'

/** Records a change of a report. Pausing and resuming are events too. */
export const recordReport = changeRecorder((row: ReportRow, verb: Verb) => {
  const { id, name, environmentId, frequency, isPaused } = row
  const object = { type: 'report', id, name } as const
  const action = `report.${verb}` as const
  if (verb !== 'paused' && verb !== 'resumed') return { environmentId, object, action }
  const data = { reportId: id, name, frequency, isPaused }
  return { environmentId, object, action, event: { type: `video.report.${verb}` as const, data } }
})

type RunVerb = 'sent' | 'failed' | 'asked' | 'retried' | 'downloaded'

/** Records what happens to a run. What people do is in the audit trail, how it ended is an event. */
export const recordRun = changeRecorder((row: RunRow, verb: RunVerb) => {
  const { id, reportId, environmentId, localDate, state, reason, isLate, asked } = row
  const object = { type: 'report', id: reportId, name: asked.name } as const
  switch (verb) {
    case 'sent':
    case 'failed': {
      const data = { reportId, runId: id, name: asked.name, localDate, state, reason, isLate }
      return { environmentId, object, event: { type: `video.report.${verb}` as const, data } }
    }
    case 'asked':
      return { environmentId, object, action: 'report.sent' }
    case 'retried':
    case 'downloaded':
      return { environmentId, object, action: `report.${verb}` as const }
  }
})
