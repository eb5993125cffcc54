import { createFileRoute, redirect } from '@tanstack/react-router'
import { homeEnvironment, requireUser } from '../areas/identity'
import { StandaloneAccountScreen } from '../areas/identity/accounts/standalone-account-screen'
import { accountSearch } from '../areas/identity/search'
import { lastEnvironment } from '../lib/session'

/** For users without an environment; all others have their account inside of an environment. */
export const Route = createFileRoute('/account')({
  validateSearch: accountSearch,
  beforeLoad: async ({ search, ...visit }) => {
    const user = await requireUser(visit)
    const environmentId = homeEnvironment(user, lastEnvironment(user.id))
    if (environmentId !== undefined) {
      throw redirect({ to: '/$environmentId/account', params: { environmentId }, search, replace: true })
    }
  },
  component: StandaloneAccountScreen,
})
