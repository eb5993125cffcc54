import { createFileRoute } from '@tanstack/react-router'
import { requireNobody } from '../areas/identity/guards'
import { preloadSignInOptions } from '../areas/identity/sign-in/queries'
import { SignUpScreen } from '../areas/identity/sign-in/sign-up-screen'
import { twoStepSearch } from '../areas/identity/sign-in-search'

export const Route = createFileRoute('/signup')({
  validateSearch: twoStepSearch,
  beforeLoad: requireNobody,
  loader: ({ context: { queries } }) => preloadSignInOptions(queries),
  component: SignUpScreen,
})
