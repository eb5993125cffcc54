import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { TokensScreen } from '../../../areas/identity/screens/tokens'
import { noTokensSearch, tokensSearch } from '../../../areas/identity/search'

export const Route = createFileRoute('/$environmentId/settings/tokens')({
  validateSearch: tokensSearch,
  search: { middlewares: [stripSearchParams(noTokensSearch)] },
  component: TokensScreen,
})
