import { useWorkspace } from '../../identity'
import type { RecordTab } from '../search'

/** Which kinds of records the role may see. The audit trail belongs to the organization. */
export function useRecordRights(): Readonly<Record<RecordTab, boolean>> {
  const { can, canInOrganization } = useWorkspace()
  return {
    events: can(['Events and Logs', 'Event', 'read']),
    logs: can(['Events and Logs', 'Log', 'read']),
    audit: canInOrganization(['Events and Logs', 'Event', 'read']),
  }
}
