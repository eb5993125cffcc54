import { useQuery } from '@tanstack/react-query'
import { isolate } from '../../lib/browser/isolate'
import { useFormat } from '../../lib/format'
import { NoPermission } from '../../ui/no-permission'
import { administratorsQuery } from './members/queries'
import { useWorkspace } from './workspace'

interface NoAccessProps {
  /** The name of the inaccessible screen. */
  readonly what: string
  /** The user's role. */
  readonly role: string
}

/** A screen that the user's role cannot see, and whom to ask. */
export function NoAccess({ what, role }: NoAccessProps) {
  const format = useFormat()
  const { organization } = useWorkspace()
  const { data: items = [] } = useQuery(administratorsQuery(organization.id))
  const whom = items.length > 0 ? format.either(items.map(({ name }) => isolate(name))) : undefined
  return <NoPermission what={what} role={role} whom={whom} />
}
