import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { EnvironmentsScreen } from '../../areas/identity/organizations/environments-screen'
import { environmentsSearch } from '../../areas/identity/search'

export const Route = createFileRoute('/$environmentId/environments')({
  validateSearch: environmentsSearch,
  search: { middlewares: [stripSearchParams({ sort: 'createdAt', new: false })] },
  component: EnvironmentsScreen,
})
