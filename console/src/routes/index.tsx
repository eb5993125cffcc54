import { createFileRoute, redirect } from '@tanstack/react-router'
import { homeRoute } from '../app/home'
import { homeEnvironment, requireUser } from '../areas/identity'
import { lastEnvironment } from '../lib/session'

export const Route = createFileRoute('/')({
  beforeLoad: async (visit) => {
    const user = await requireUser(visit)
    const environmentId = homeEnvironment(user, lastEnvironment(user.id))
    if (environmentId === undefined) throw redirect({ to: '/welcome', replace: true })
    throw redirect({ to: homeRoute, params: { environmentId }, replace: true })
  },
})
