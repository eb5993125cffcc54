import { createFileRoute } from '@tanstack/react-router'
import { requireNobody } from '../areas/identity'
import { waysIn } from '../areas/identity/queries-sign-in'
import { SignInScreen } from '../areas/identity/screens/sign-in'
import { steppedSearch } from '../areas/identity/search'

export const Route = createFileRoute('/signin')({
  validateSearch: steppedSearch,
  beforeLoad: requireNobody,
  loader: ({ context: { queries } }) => waysIn(queries),
  component: SignInScreen,
})
