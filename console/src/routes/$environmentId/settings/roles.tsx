import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { RolesScreen } from '../../../areas/identity/roles/roles-screen'
import { noRolesSearch, rolesSearch } from '../../../areas/identity/search'

export const Route = createFileRoute('/$environmentId/settings/roles')({
  validateSearch: rolesSearch,
  search: { middlewares: [stripSearchParams(noRolesSearch)] },
  component: RolesScreen,
})
