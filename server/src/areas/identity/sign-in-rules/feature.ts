import { identityCalls as calls } from '@kinora/contract'
import type { Feature } from '../../../platform/area.ts'
import { route } from '../../../platform/http/route.ts'
import type { Identity } from '../identity.ts'
import { getSignInRules, setSignInRules } from './rules.ts'

export const feature: Feature<Identity> = {
  routes(server, identity) {
    route(server, calls.getSignInRules, ({ caller }) =>
      getSignInRules(identity, identity.db, caller.scope.organizationId),
    )
    route(server, calls.setSignInRules, ({ caller, body }) =>
      setSignInRules(identity, caller.actor, caller.scope, body),
    )
  },
}
