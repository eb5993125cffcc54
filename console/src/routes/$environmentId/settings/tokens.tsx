import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { noTokensSearch, tokensSearch } from '../../../areas/identity/search'
import { TokensScreen } from '../../../areas/identity/tokens/tokens-screen'

export const Route = createFileRoute('/$environmentId/settings/tokens')({
  validateSearch: tokensSearch,
  search: { middlewares: [stripSearchParams(noTokensSearch)] },
  component: TokensScreen,
})
