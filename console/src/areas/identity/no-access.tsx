import { useQuery } from '@tanstack/react-query'
import { isolate } from '../../lib/browser/isolate'
import { useFormat } from '../../lib/format'
import { NoPermission } from '../../ui/no-permission'
import { administratorsQuery } from './queries'
import { useRoleName } from './roles/role-name'
import { useWorkspace } from './workspace'

interface NoAccessProps {
  /** The name of the inaccessible screen. */
  readonly what: string
  /** The role that has no access is that of the environment, or that of the organization. */
  readonly grantedIn?: 'organization' | undefined
}

/** A screen that the user's role cannot see, and whom to ask. */
export function NoAccess({ what, grantedIn }: NoAccessProps) {
  const format = useFormat()
  const roleName = useRoleName()
  const { organization, environment } = useWorkspace()
  const { role } = grantedIn === 'organization' ? organization : environment
  const { data: items = [] } = useQuery(administratorsQuery(organization.id))
  const whom = items.length > 0 ? format.either(items.map(({ name }) => isolate(name))) : undefined
  return <NoPermission what={what} role={roleName(role)} whom={whom} />
}
