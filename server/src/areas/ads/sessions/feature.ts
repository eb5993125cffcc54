import { adsCalls } from '@kinora/contract'
import type { Feature } from '../../../platform/area.ts'
import { route } from '../../../platform/http/route.ts'
import type { Ads } from '../ads.ts'
import { deleteOldSessions, getSession, listSessions } from './session-log.ts'

export const feature: Feature<Ads> = {
  sweeps: (ads) => ({ 'ads.sessions': () => deleteOldSessions(ads) }),
  routes(server, ads) {
    route(server, adsCalls.listAdSessions, ({ params, query, caller }) =>
      listSessions(ads, caller, params.id, query),
    )
    route(server, adsCalls.getAdSession, ({ params: { id, sessionId }, caller }) =>
      getSession(ads, caller, id, sessionId),
    )
  },
}
