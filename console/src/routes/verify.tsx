import { createFileRoute } from '@tanstack/react-router'
import { requireUnverified } from '../areas/identity'
import { signInSearch } from '../areas/identity/search'
import { VerifyScreen } from '../areas/identity/sign-in/verify-screen'

export const Route = createFileRoute('/verify')({
  validateSearch: signInSearch,
  beforeLoad: requireUnverified,
  component: VerifyScreen,
})
