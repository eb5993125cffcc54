import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { AdministrationOrganizations } from '../../../areas/identity/administration/administration-organizations-screen'
import { installationSearch, noInstallationFilters } from '../../../areas/identity/search'

export const Route = createFileRoute('/$environmentId/administration/organizations')({
  validateSearch: installationSearch,
  search: { middlewares: [stripSearchParams(noInstallationFilters)] },
  component: AdministrationOrganizations,
})
