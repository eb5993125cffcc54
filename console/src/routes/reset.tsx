import { createFileRoute, redirect } from '@tanstack/react-router'
import { steppedSearch } from '../areas/identity/search'
import { fragmentAt } from '../areas/identity/sign-in/fragment'
import { ResetScreen } from '../areas/identity/sign-in/reset-screen'

export const Route = createFileRoute('/reset')({
  validateSearch: steppedSearch,
  beforeLoad: ({ search }) => {
    const email = fragmentAt('/reset')?.get('email')
    if (email) throw redirect({ to: '/reset', search, state: { email }, replace: true })
  },
  component: ResetScreen,
})
