import { usePreference } from '../../../lib/browser/preferences'
import * as read from '../../../lib/browser/read'
import { useWorkspace } from '../../identity'

/** IDs with a comma after each. */
const readIds = read.text('')

/** The exports that this person ordered here and has not dismissed: the tray shows them on every screen. */
export function useFollowed() {
  const { user, organization, environment } = useWorkspace()
  const scope = { userId: user.id, organizationId: organization.id, environmentId: environment.id }
  return usePreference(scope, 'exports', readIds)
}
