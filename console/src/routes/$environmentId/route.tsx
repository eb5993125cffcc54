import { createFileRoute, notFound } from '@tanstack/react-router'
import { LostPage } from '../../app/lost-page'
import { Shell } from '../../app/shell/shell'
import { ShellSkeleton } from '../../app/shell/shell-skeleton'
import { findPlace, requireUser } from '../../areas/identity'

export const Route = createFileRoute('/$environmentId')({
  beforeLoad: async ({ params, ...visit }) => {
    const user = await requireUser(visit)
    if (!findPlace(user, params.environmentId)) throw notFound()
  },
  component: Shell,
  errorComponent: LostPage,
  pendingComponent: ShellSkeleton,
})
