import { createFileRoute } from '@tanstack/react-router'
import { requireUnverified } from '../areas/identity'
import { VerifyScreen } from '../areas/identity/screens/verify'
import { entranceSearch } from '../areas/identity/search'

export const Route = createFileRoute('/verify')({
  validateSearch: entranceSearch,
  beforeLoad: requireUnverified,
  component: VerifyScreen,
})
