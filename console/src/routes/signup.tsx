import { createFileRoute } from '@tanstack/react-router'
import { requireNobody } from '../areas/identity'
import { twoStepSearch } from '../areas/identity/search'
import { preloadSignInOptions } from '../areas/identity/sign-in/queries'
import { SignUpScreen } from '../areas/identity/sign-in/sign-up-screen'

export const Route = createFileRoute('/signup')({
  validateSearch: twoStepSearch,
  beforeLoad: requireNobody,
  loader: ({ context: { queries } }) => preloadSignInOptions(queries),
  component: SignUpScreen,
})
