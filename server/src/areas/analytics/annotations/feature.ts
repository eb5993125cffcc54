import { analyticsCalls } from '@kinora/contract'
import type { Feature } from '../../../platform/area.ts'
import { route } from '../../../platform/http/route.ts'
import { atMostHourly } from '../../../platform/jobs/sweeper.ts'
import type { Analytics } from '../analytics.ts'
import { listAnnotations } from './annotations.ts'
import { annotationsOfEvents, deleteOldAnnotations } from './record-annotations.ts'

export const feature: Feature<Analytics> = {
  sweeps: (analytics) => ({
    'analytics.annotations': atMostHourly(analytics.clock, () => deleteOldAnnotations(analytics)),
  }),
  subscriptions: () => [annotationsOfEvents],
  routes(server, analytics) {
    route(server, analyticsCalls.listAnnotations, ({ query, caller }) =>
      listAnnotations(analytics, caller.scope, query),
    )
  },
}
