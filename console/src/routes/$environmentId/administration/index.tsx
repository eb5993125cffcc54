import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { AdministrationPeople } from '../../../areas/identity/screens/administration-people'
import { installationSearch, noInstallationFilters } from '../../../areas/identity/search'

export const Route = createFileRoute('/$environmentId/administration/')({
  validateSearch: installationSearch,
  search: { middlewares: [stripSearchParams(noInstallationFilters)] },
  component: AdministrationPeople,
})
