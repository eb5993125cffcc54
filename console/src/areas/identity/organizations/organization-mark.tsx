import type { Organization } from '@kinora/contract'
import { Mark } from '../../../ui/mark'
import { OrganizationLogo } from './organization-logo'

interface OrganizationMarkProps {
  readonly organization: Pick<Organization, 'logoUrl'>
  readonly size: number
}

/** The organization's logo in place of the console's mark. */
export function OrganizationMark({ organization: { logoUrl }, size }: OrganizationMarkProps) {
  return <OrganizationLogo logoUrl={logoUrl} size={size} fallback={<Mark size={size} />} />
}
