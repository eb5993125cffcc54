import { createFileRoute, redirect } from '@tanstack/react-router'
import { homeEnvironment, requireUser } from '../areas/identity'
import { WelcomeScreen } from '../areas/identity/organizations/welcome-screen'

export const Route = createFileRoute('/welcome')({
  beforeLoad: async (visit) => {
    const user = await requireUser(visit)
    if (homeEnvironment(user, null) !== undefined) throw redirect({ to: '/', replace: true })
  },
  component: WelcomeScreen,
})
