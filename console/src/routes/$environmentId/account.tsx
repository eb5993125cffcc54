import { createFileRoute } from '@tanstack/react-router'
import { AccountScreen } from '../../areas/identity/accounts/account-screen'
import { accountSearch } from '../../areas/identity/search'

export const Route = createFileRoute('/$environmentId/account')({
  validateSearch: accountSearch,
  component: AccountScreen,
})
