import { createFileRoute } from '@tanstack/react-router'
import { requireNobody } from '../areas/identity'
import { waysIn } from '../areas/identity/queries-sign-in'
import { SignUpScreen } from '../areas/identity/screens/sign-up'
import { entranceSearch } from '../areas/identity/search'

export const Route = createFileRoute('/signup')({
  validateSearch: entranceSearch,
  beforeLoad: requireNobody,
  loader: ({ context: { queries } }) => waysIn(queries),
  component: SignUpScreen,
})
