import { createFileRoute, redirect } from '@tanstack/react-router'
import { homeOf } from '../../app/shell/registry'
import { findEnvironment, requireUser } from '../../areas/identity'

export const Route = createFileRoute('/$environmentId/')({
  beforeLoad: async ({ params: { environmentId }, ...visit }) => {
    const found = findEnvironment(await requireUser(visit), environmentId)
    throw redirect({ href: homeOf(environmentId, found?.environment.grants), replace: true })
  },
})
