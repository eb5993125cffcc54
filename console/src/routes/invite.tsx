import { createFileRoute, redirect } from '@tanstack/react-router'
import { InviteScreen } from '../areas/identity/invitations/invite-screen'
import { storeInvitation } from '../areas/identity/invitations/stored-invitation'
import { readFragment } from '../areas/identity/sign-in/fragment'
import { loadAllTexts } from '../lib/i18n'

export const Route = createFileRoute('/invite')({
  beforeLoad: async () => {
    const fragment = readFragment('/invite')
    // The invitation and its role are described with texts of other screens.
    if (!fragment) return loadAllTexts()
    storeInvitation(fragment.get('token'))
    throw redirect({ to: '/invite', replace: true })
  },
  component: InviteScreen,
})
