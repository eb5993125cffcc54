import { createFileRoute } from '@tanstack/react-router'
import { requireNobody } from '../areas/identity'
import { steppedSearch } from '../areas/identity/search'
import { waysIn } from '../areas/identity/sign-in/queries'
import { SignInScreen } from '../areas/identity/sign-in/sign-in-screen'

export const Route = createFileRoute('/signin')({
  validateSearch: steppedSearch,
  beforeLoad: requireNobody,
  loader: ({ context: { queries } }) => waysIn(queries),
  component: SignInScreen,
})
