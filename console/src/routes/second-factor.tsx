import { createFileRoute } from '@tanstack/react-router'
import { requireMissingFactor } from '../areas/identity'
import { RequiredFactorScreen } from '../areas/identity/required-factor/required-factor-screen'
import { signInSearch } from '../areas/identity/sign-in-search'

export const Route = createFileRoute('/second-factor')({
  validateSearch: signInSearch,
  beforeLoad: requireMissingFactor,
  component: RequiredFactorScreen,
})
