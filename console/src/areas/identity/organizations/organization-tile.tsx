import { Initials } from '../../../ui/avatar'
import { OrganizationLogo } from './organization-logo'

interface OrganizationTileProps {
  readonly organization: { readonly id: string; readonly name: string; readonly logoUrl: string | null }
  readonly size: number
}

/** An organization in a list: its logo, or the initials of its name. */
export function OrganizationTile({ organization: { id, name, logoUrl }, size }: OrganizationTileProps) {
  const initials = <Initials words={name.split(/\s+/)} id={id} size={size} corner={size / 4} />
  return <OrganizationLogo logoUrl={logoUrl} size={size} fallback={initials} />
}
