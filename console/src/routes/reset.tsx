import { createFileRoute, redirect } from '@tanstack/react-router'
import { fragmentAt } from '../areas/identity/fragment'
import { ResetScreen } from '../areas/identity/screens/reset'
import { steppedSearch } from '../areas/identity/search'

export const Route = createFileRoute('/reset')({
  validateSearch: steppedSearch,
  beforeLoad: ({ search }) => {
    const email = fragmentAt('/reset')?.get('email')
    if (email) throw redirect({ to: '/reset', search, state: { email }, replace: true })
  },
  component: ResetScreen,
})
