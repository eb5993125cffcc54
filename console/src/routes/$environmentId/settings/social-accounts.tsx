import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { SocialAccountsScreen } from '../../../areas/social/accounts/accounts-screen'
import { socialAccountsSearch } from '../../../areas/social/search'

export const Route = createFileRoute('/$environmentId/settings/social-accounts')({
  validateSearch: socialAccountsSearch,
  search: { middlewares: [stripSearchParams({ page: 1 })] },
  component: SocialAccountsScreen,
})
