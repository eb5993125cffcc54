import { createFileRoute, notFound } from '@tanstack/react-router'
import { CrashPage } from '../../app/crash-page'
import { Shell } from '../../app/shell/shell'
import { ShellSkeleton } from '../../app/shell/shell-skeleton'
import { findEnvironment, requireUser } from '../../areas/identity'

export const Route = createFileRoute('/$environmentId')({
  beforeLoad: async ({ params, ...visit }) => {
    const user = await requireUser(visit)
    if (!findEnvironment(user, params.environmentId)) throw notFound()
  },
  component: Shell,
  errorComponent: CrashPage,
  pendingComponent: ShellSkeleton,
})
