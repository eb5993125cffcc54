import { createFileRoute, redirect } from '@tanstack/react-router'
import { homeRoute } from '../../app/home'
import { findEnvironment, requireUser } from '../../areas/identity'

export const Route = createFileRoute('/$environmentId/')({
  beforeLoad: async ({ params, ...visit }) => {
    const found = findEnvironment(await requireUser(visit), params.environmentId)
    throw redirect({ to: homeRoute(found?.environment), params, replace: true })
  },
})
