import { liveCalls } from '@kinora/contract'
import type { Feature } from '../../../platform/area.ts'
import { route } from '../../../platform/http/route.ts'
import type { Live } from '../live.ts'
import { deleteCue, deleteOldCues, endCue, listCues, startCue } from './cues.ts'

export const feature: Feature<Live> = {
  sweeps: (live) => ({ 'live.cues': () => deleteOldCues(live) }),
  routes(server, live) {
    route(server, liveCalls.startLiveCue, ({ params, body, caller }) =>
      startCue(live, caller, params.id, body),
    )
    route(server, liveCalls.listLiveCues, ({ params, query, caller }) =>
      listCues(live, caller, params.id, query),
    )
    route(server, liveCalls.endLiveCue, ({ params: { id, cueId }, caller }) =>
      endCue(live, caller, id, cueId),
    )
    route(server, liveCalls.deleteLiveCue, async ({ params: { id, cueId }, caller }) => {
      await deleteCue(live, caller, id, cueId)
      return undefined
    })
  },
}
