import { intelligenceCalls as calls } from '@kinora/contract'
import type { Feature } from '../../../platform/area.ts'
import { route } from '../../../platform/http/route.ts'
import { inTurns } from '../../../platform/turns/turns.ts'
import type { Intelligence } from '../intelligence.ts'
import { suggestMetadata } from './enrichment.ts'

export const feature: Feature<Intelligence> = {
  routes(server, intelligence) {
    // A language model takes long, and answers few at once.
    const inTurn = inTurns({ count: 4, ofOne: 2 })
    route(server, calls.enrichMetadata, async ({ params, caller }) => {
      const content = await intelligence.library.findVideo(caller.scope, params.id)
      return inTurn(() => suggestMetadata(intelligence, content), content.environmentId)
    })
  },
}
