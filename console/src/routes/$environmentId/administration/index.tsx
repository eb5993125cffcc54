import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { AdministrationPeople } from '../../../areas/identity/administration/administration-people-screen'
import { installationSearch, noInstallationFilters } from '../../../areas/identity/search'

export const Route = createFileRoute('/$environmentId/administration/')({
  validateSearch: installationSearch,
  search: { middlewares: [stripSearchParams(noInstallationFilters)] },
  component: AdministrationPeople,
})
