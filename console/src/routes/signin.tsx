import { createFileRoute } from '@tanstack/react-router'
import { requireNobody } from '../areas/identity'
import { SignInScreen } from '../areas/identity/screens/sign-in'
import { entranceSearch } from '../areas/identity/search'

export const Route = createFileRoute('/signin')({
  validateSearch: entranceSearch,
  beforeLoad: requireNobody,
  component: SignInScreen,
})
