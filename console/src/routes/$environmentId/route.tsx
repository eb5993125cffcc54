import { createFileRoute, notFound, redirect } from '@tanstack/react-router'
import { CrashPage } from '../../app/crash-page'
import { Shell } from '../../app/shell/shell'
import { ShellSkeleton } from '../../app/shell/shell-skeleton'
import { findEnvironment, homeEnvironment, requireUser } from '../../areas/identity'
import { reservedSegments } from '../../lib/area'
import { lastEnvironment } from '../../lib/session'

export const Route = createFileRoute('/$environmentId')({
  beforeLoad: async ({ params, ...visit }) => {
    const user = await requireUser(visit)
    if (findEnvironment(user, params.environmentId)) return
    if (!reservedSegments.some((segment) => segment === params.environmentId)) throw notFound()
    // The screen in the environment that was used last, or a choice of environment.
    const lastId = lastEnvironment(user.id)
    const environmentId = homeEnvironment(user, lastId)
    if (environmentId === undefined) throw redirect({ to: '/welcome', replace: true })
    const isOnly = user.organizations.flatMap(({ environments }) => environments).length === 1
    if (environmentId === lastId || isOnly)
      throw redirect({ href: `/${environmentId}${visit.location.href}`, replace: true })
    throw redirect({ to: '/$environmentId/environments', params: { environmentId }, replace: true })
  },
  component: Shell,
  errorComponent: CrashPage,
  pendingComponent: ShellSkeleton,
})
