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

type InternalField =
  | 'id'
  | 'organizationId'
  | 'environmentId'
  | 'name'
  | 'searchText'
  | 'enabled'
  | 'version'
  | 'createdAt'
  | 'changedAt'
  | 'changedBy'

/** Fields of a rule for events, the audit trail and responses: what people choose, without its name. */
export function publicFields(row: Partial<Pick<RuleRow, InternalField>> & Omit<RuleRow, InternalField>) {
  const { id: _id, organizationId: _organizationId, environmentId: _environmentId, ...named } = row
  const { name: _name, searchText: _searchText, enabled: _enabled, version: _version, ...dated } = named
  const { createdAt: _createdAt, changedAt: _changedAt, changedBy: _changedBy, ...fields } = dated
  return fields
}
