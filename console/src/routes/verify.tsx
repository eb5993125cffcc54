import { createFileRoute } from '@tanstack/react-router'
import { requireUnverified } from '../areas/identity'
import { VerifyScreen } from '../areas/identity/sign-in/verify-screen'
import { signInSearch } from '../areas/identity/sign-in-search'

export const Route = createFileRoute('/verify')({
  validateSearch: signInSearch,
  beforeLoad: requireUnverified,
  component: VerifyScreen,
})
