import { createFileRoute, redirect } from '@tanstack/react-router'
import { requireNobody } from '../areas/identity/guards'
import { preloadSignInOptions } from '../areas/identity/sign-in/queries'
import { SignInScreen } from '../areas/identity/sign-in/sign-in-screen'
import { twoStepSearch } from '../areas/identity/sign-in-search'

export const Route = createFileRoute('/signin')({
  validateSearch: twoStepSearch,
  beforeLoad: requireNobody,
  loader: async ({ context: { queries }, location }) => {
    const options = await preloadSignInOptions(queries)
    // Nobody can sign in to a new installation.
    if (options?.needsSetup) throw redirect({ to: '/signup', search: location.search, replace: true })
  },
  component: SignInScreen,
})
