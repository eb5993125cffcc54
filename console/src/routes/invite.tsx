import { createFileRoute, redirect } from '@tanstack/react-router'
import { fragmentAt } from '../areas/identity/fragment'
import { keepInvitation } from '../areas/identity/kept-invitation'
import { InviteScreen } from '../areas/identity/screens/invite'

export const Route = createFileRoute('/invite')({
  beforeLoad: () => {
    const fragment = fragmentAt('/invite')
    if (!fragment) return
    keepInvitation(fragment.get('token'))
    throw redirect({ to: '/invite', replace: true })
  },
  component: InviteScreen,
})
