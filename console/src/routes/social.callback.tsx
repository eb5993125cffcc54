import { createFileRoute, redirect } from '@tanstack/react-router'
import { requireUser } from '../areas/identity'
import { CallbackScreen } from '../areas/social/accounts/callback-screen'
import { keepSocialResponse, keptSocialResponse } from '../areas/social/accounts/social-response'

export const Route = createFileRoute('/social/callback')({
  beforeLoad: async (context) => {
    const search = new URLSearchParams(window.location.search)
    if (window.location.pathname === '/social/callback' && search.has('state')) {
      keepSocialResponse(search)
      throw redirect({ to: '/social/callback', replace: true })
    }
    await requireUser(context)
  },
  component: () => <CallbackScreen response={keptSocialResponse()} />,
})
