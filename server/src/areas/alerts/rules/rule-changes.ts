import { changeRecorder } from '../../../platform/events/changes.ts'
import type { RuleRow } from '../tables.ts'

type Verb = 'created' | 'updated' | 'enabled' | 'disabled' | 'deleted'

/** Records a change of a rule. */
export const recordRule = changeRecorder((row: RuleRow, verb: Verb) => {
  const { id, name, environmentId, enabled } = row
  return {
    environmentId,
    object: { type: 'alert', id, name },
    event: { type: `alert.${verb}` as const, data: { alertId: id, name, enabled, ...publicFields(row) } },
    action: `alert.${verb}` as const,
  }
})

/** Fields of a rule for events and the audit trail. */
export function publicFields({
  metric,
  filters,
  groupBy,
  windowS,
  condition,
  threshold,
  recovery,
  periodS,
  forS,
  quietS,
  severity,
  channelIds,
  remindS,
  mutes,
}: Omit<RuleRow, 'id'>) {
  return {
    metric,
    filters,
    groupBy,
    windowS,
    condition,
    threshold,
    recovery,
    periodS,
    forS,
    quietS,
    severity,
    channelIds,
    remindS,
    mutes,
  }
}
