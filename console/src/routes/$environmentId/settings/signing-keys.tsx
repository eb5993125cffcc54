import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { keysSearch, noKeysSearch } from '../../../areas/identity/search'
import { SigningKeysScreen } from '../../../areas/identity/signing-keys/signing-keys-screen'

export const Route = createFileRoute('/$environmentId/settings/signing-keys')({
  validateSearch: keysSearch,
  search: { middlewares: [stripSearchParams(noKeysSearch)] },
  component: SigningKeysScreen,
})
