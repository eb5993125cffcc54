import { createFileRoute } from '@tanstack/react-router'
import { requireNobody } from '../areas/identity/guards'
import { preloadSignInOptions } from '../areas/identity/sign-in/queries'
import { SignInScreen } from '../areas/identity/sign-in/sign-in-screen'
import { twoStepSearch } from '../areas/identity/sign-in-search'

export const Route = createFileRoute('/signin')({
  validateSearch: twoStepSearch,
  beforeLoad: requireNobody,
  loader: ({ context: { queries } }) => preloadSignInOptions(queries),
  component: SignInScreen,
})
