import { liveCalls } from '@kinora/contract'
import { defineArea } from '../../platform/area.ts'
import { liveRoutes } from './routes.ts'
import { profilesOfStreams } from './streams/livestreams.ts'

export const live = defineArea({
  name: 'live',
  contract: liveCalls,
  open(platform) {
    return {
      subscriptions: [profilesOfStreams],
      routes: { web: (server) => liveRoutes(server, platform) },
    }
  },
})
