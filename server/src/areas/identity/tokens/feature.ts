import { identityCalls as calls } from '@kinora/contract'
import type { Feature } from '../../../platform/area.ts'
import { route } from '../../../platform/http/route.ts'
import type { Identity } from '../identity.ts'
import { createSigningKey, deleteSigningKey, listSigningKeys } from './signing-keys.ts'
import { createToken, listTokens, renameToken, revokeToken } from './tokens.ts'

export const feature: Feature<Identity> = {
  routes(server, identity) {
    route(server, calls.listTokens, ({ query, caller }) =>
      listTokens(identity, caller.scope.environmentId, query),
    )
    route(server, calls.createToken, ({ body, caller }) =>
      createToken(identity, caller.actor, caller.scope, body),
    )
    route(server, calls.renameToken, ({ params, body, caller }) =>
      renameToken(identity, caller.actor, caller.scope, params.id, body.name),
    )
    route(server, calls.revokeToken, async ({ params, caller }) => {
      await revokeToken(identity, caller.actor, caller.scope, params.id)
      return undefined
    })
    route(server, calls.listSigningKeys, ({ query, caller }) =>
      listSigningKeys(identity, caller.scope.environmentId, query),
    )
    route(server, calls.createSigningKey, ({ body, caller }) =>
      createSigningKey(identity, caller.actor, caller.scope, body.product),
    )
    route(server, calls.deleteSigningKey, async ({ params, caller }) => {
      await deleteSigningKey(identity, caller.actor, caller.scope, params.id)
      return undefined
    })
  },
}
