import { intelligenceCalls as calls } from '@kinora/contract'
import type { Feature } from '../../../platform/area.ts'
import { originOf } from '../../../platform/http/origin.ts'
import { route } from '../../../platform/http/route.ts'
import type { Intelligence } from '../intelligence.ts'
import { searchMoments } from './search.ts'
import { listSeenObjects } from './seen-objects.ts'

export const feature: Feature<Intelligence> = {
  routes(server, intelligence) {
    route(server, calls.searchMoments, ({ body, caller, request }) =>
      searchMoments(intelligence, caller.scope, body, originOf(request, intelligence.config)),
    )
    route(server, calls.listSeenObjects, async ({ caller }) => ({
      items: await listSeenObjects(intelligence.db, caller.scope),
    }))
  },
}
