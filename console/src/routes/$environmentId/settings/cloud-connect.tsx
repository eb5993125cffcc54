import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { CloudAccountsScreen } from '../../../areas/intake/accounts/cloud-accounts-screen'
import { watchFoldersSearch } from '../../../areas/intake/search'

export const Route = createFileRoute('/$environmentId/settings/cloud-connect')({
  validateSearch: watchFoldersSearch,
  search: { middlewares: [stripSearchParams({ page: 1, new: false })] },
  component: CloudAccountsScreen,
})
