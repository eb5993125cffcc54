import { createFileRoute } from '@tanstack/react-router'
import { requireNobody } from '../areas/identity'
import { entranceSearch } from '../areas/identity/search'
import { waysIn } from '../areas/identity/sign-in/queries'
import { SignUpScreen } from '../areas/identity/sign-in/sign-up-screen'

export const Route = createFileRoute('/signup')({
  validateSearch: entranceSearch,
  beforeLoad: requireNobody,
  loader: ({ context: { queries } }) => waysIn(queries),
  component: SignUpScreen,
})
