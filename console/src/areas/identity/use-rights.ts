import type { Action, Module, modules, Right } from '@kinora/contract'
import { useWorkspace } from './workspace'

export type Rights = Readonly<Record<Action, boolean>>

/**
 * The user's rights on a kind of object, in the environment or on objects of the whole organization. An inactive
 * organization allows no changes.
 */
export function useRights<M extends Module>(
  module: M,
  feature: (typeof modules)[M][number],
  grantedIn?: 'organization',
): Rights {
  const { can, canInOrganization, organization } = useWorkspace()
  const isGranted = grantedIn === 'organization' ? canInOrganization : can
  const may = (action: Action) => isGranted([module, feature, action] as unknown as Right)
  const mayChange = (action: Action) => organization.isActive && may(action)
  return {
    read: may('read'),
    create: mayChange('create'),
    update: mayChange('update'),
    delete: mayChange('delete'),
  }
}
