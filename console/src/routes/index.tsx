import { createFileRoute, redirect } from '@tanstack/react-router'
import { homeOf } from '../app/shell/registry'
import { findEnvironment, homeEnvironment, requireUser } from '../areas/identity'
import { lastEnvironment } from '../lib/session'

export const Route = createFileRoute('/')({
  beforeLoad: async (visit) => {
    const user = await requireUser(visit)
    const environmentId = homeEnvironment(user, lastEnvironment(user.id))
    if (environmentId === undefined) throw redirect({ to: '/welcome', replace: true })
    const found = findEnvironment(user, environmentId)
    throw redirect({ href: homeOf(environmentId, found?.environment.grants), replace: true })
  },
})
