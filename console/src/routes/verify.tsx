import { createFileRoute } from '@tanstack/react-router'
import { requireUnverified } from '../areas/identity'
import { entranceSearch } from '../areas/identity/search'
import { VerifyScreen } from '../areas/identity/sign-in/verify-screen'

export const Route = createFileRoute('/verify')({
  validateSearch: entranceSearch,
  beforeLoad: requireUnverified,
  component: VerifyScreen,
})
