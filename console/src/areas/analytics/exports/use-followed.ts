import { usePreference } from '../../../lib/browser/preferences'
import * as read from '../../../lib/browser/read'
import { useWorkspace } from '../../identity'

/** Reads the stored IDs, each followed by a comma. */
const readIds = read.text('')

/** Exports that the user created in this browser and has not dismissed. The tray shows them on every screen. */
export function useFollowed() {
  const { user, organization, environment } = useWorkspace()
  const scope = { userId: user.id, organizationId: organization.id, environmentId: environment.id }
  return usePreference(scope, 'exports', readIds)
}
