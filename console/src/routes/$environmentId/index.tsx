import { createFileRoute, redirect } from '@tanstack/react-router'
import { homeRoute } from '../../app/home'

export const Route = createFileRoute('/$environmentId/')({
  beforeLoad: ({ params }) => {
    throw redirect({ to: homeRoute, params, replace: true })
  },
})
