import { adsCalls } from '@kinora/contract'
import type { Feature } from '../../../platform/area.ts'
import { route } from '../../../platform/http/route.ts'
import type { Ads } from '../ads.ts'
import { decodeMessage } from './decode-message.ts'

export const feature: Feature<Ads> = {
  routes(server, _ads) {
    route(server, adsCalls.decodeScte35, async ({ body }) => decodeMessage(body.message))
  },
}
