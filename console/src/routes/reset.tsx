import { createFileRoute, redirect } from '@tanstack/react-router'
import { readFragment } from '../areas/identity/sign-in/fragment'
import { ResetScreen } from '../areas/identity/sign-in/reset-screen'
import { twoStepSearch } from '../areas/identity/sign-in-search'

export const Route = createFileRoute('/reset')({
  validateSearch: twoStepSearch,
  beforeLoad: ({ search }) => {
    const email = readFragment('/reset')?.get('email')
    if (email) throw redirect({ to: '/reset', search, state: { email }, replace: true })
  },
  component: ResetScreen,
})
