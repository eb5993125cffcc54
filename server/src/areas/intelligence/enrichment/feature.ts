import { intelligenceCalls as calls } from '@kinora/contract'
import type { Feature } from '../../../platform/area.ts'
import { route } from '../../../platform/http/route.ts'
import type { Intelligence } from '../intelligence.ts'
import { suggestMetadata } from './enrichment.ts'

export const feature: Feature<Intelligence> = {
  routes(server, intelligence) {
    route(server, calls.enrichMetadata, async ({ params, caller }) =>
      suggestMetadata(intelligence, await intelligence.library.findVideo(caller.scope, params.id)),
    )
  },
}
