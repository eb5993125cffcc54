import { createFileRoute, redirect } from '@tanstack/react-router'
import { InviteScreen } from '../areas/identity/invitations/invite-screen'
import { storeInvitation } from '../areas/identity/invitations/stored-invitation'
import { readFragment } from '../areas/identity/sign-in/fragment'

export const Route = createFileRoute('/invite')({
  beforeLoad: () => {
    const fragment = readFragment('/invite')
    if (!fragment) return
    storeInvitation(fragment.get('token'))
    throw redirect({ to: '/invite', replace: true })
  },
  component: InviteScreen,
})
