import { adsCalls } from '@kinora/contract'
import type { Feature } from '../../../platform/area.ts'
import { route } from '../../../platform/http/route.ts'
import type { Ads } from '../ads.ts'
import { reconcileChannel } from './reconciliation.ts'

export const feature: Feature<Ads> = {
  routes(server, ads) {
    route(server, adsCalls.reconcileAdChannel, ({ params, body, caller }) =>
      reconcileChannel(ads, caller, params.id, body),
    )
  },
}
