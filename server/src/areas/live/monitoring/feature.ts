import { liveCalls } from '@kinora/contract'
import type { Feature } from '../../../platform/area.ts'
import { route } from '../../../platform/http/route.ts'
import type { Live } from '../live.ts'
import { getLivestream } from '../streams/livestreams.ts'
import { pruneHealth } from './health-store.ts'
import { liveGauges } from './live-gauges.ts'
import { getMonitors } from './monitors.ts'

export const feature: Feature<Live> = {
  gauges: (live) => [liveGauges(live)],
  sweeps: (live) => ({ 'live.health': () => pruneHealth(live) }),
  routes(server, live) {
    route(server, liveCalls.getMonitors, async ({ params, query, caller }) =>
      getMonitors(live, await getLivestream(live.db, caller.scope.environmentId, params.id), query.window),
    )
  },
}
