import { createFileRoute, redirect } from '@tanstack/react-router'
import { InviteScreen } from '../areas/identity/invitations/invite-screen'
import { keepInvitation } from '../areas/identity/invitations/kept-invitation'
import { fragmentAt } from '../areas/identity/sign-in/fragment'

export const Route = createFileRoute('/invite')({
  beforeLoad: () => {
    const fragment = fragmentAt('/invite')
    if (!fragment) return
    keepInvitation(fragment.get('token'))
    throw redirect({ to: '/invite', replace: true })
  },
  component: InviteScreen,
})
