import { adsCalls } from '@kinora/contract'
import type { Feature } from '../../../platform/area.ts'
import { route } from '../../../platform/http/route.ts'
import type { Ads } from '../ads.ts'
import { tryChannel } from './try-channel.ts'

export const feature: Feature<Ads> = {
  routes(server, ads) {
    route(server, adsCalls.tryAdChannel, ({ params, body, request, caller }) => {
      const viewer = { address: request.ip, userAgent: request.headers['user-agent'] ?? '' }
      return tryChannel(ads, caller, params.id, viewer, body)
    })
  },
}
