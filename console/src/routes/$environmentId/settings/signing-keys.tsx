import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { SigningKeysScreen } from '../../../areas/identity/screens/signing-keys'
import { keysSearch, noKeysSearch } from '../../../areas/identity/search'

export const Route = createFileRoute('/$environmentId/settings/signing-keys')({
  validateSearch: keysSearch,
  search: { middlewares: [stripSearchParams(noKeysSearch)] },
  component: SigningKeysScreen,
})
