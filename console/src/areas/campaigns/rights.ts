import { useWorkspace } from '../identity'

/** Rights of the user on campaigns. An inactive organization allows no changes. */
export function useCampaignRights() {
  const { can, organization } = useWorkspace()
  const { isActive } = organization
  return {
    read: can(['Ad Insertion', 'Campaign', 'read']),
    create: can(['Ad Insertion', 'Campaign', 'create']) && isActive,
    update: can(['Ad Insertion', 'Campaign', 'update']) && isActive,
    delete: can(['Ad Insertion', 'Campaign', 'delete']) && isActive,
  }
}

/** Rights of the user on advertisers. Their roles cannot be changed while acting as another user. */
export function useOnboardingRights() {
  const { can, canInOrganization, organization, isActing } = useWorkspace()
  const { isActive } = organization
  return {
    read: can(['Settings', 'Adv Tenant OnBoarding', 'read']),
    create: can(['Settings', 'Adv Tenant OnBoarding', 'create']) && isActive && !isActing,
    update: can(['Settings', 'Adv Tenant OnBoarding', 'update']) && isActive && !isActing,
    review: can(['Settings', 'Adv Tenant OnBoarding', 'update']) && isActive,
    delete: can(['Settings', 'Adv Tenant OnBoarding', 'delete']) && isActive && !isActing,
    invite: canInOrganization(['Settings', 'User', 'create']) && isActive && !isActing,
  }
}
