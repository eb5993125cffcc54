import { liveCalls } from '@kinora/contract'
import type { Feature, Offers } from '../../../platform/area.ts'
import { route } from '../../../platform/http/route.ts'
import type { Live } from '../live.ts'
import { endPlannedRecordings } from './end-planned.ts'
import {
  createPlannedRecording,
  deletePlannedRecording,
  getPlannedRecording,
  listPlannedRecordings,
} from './planned-recordings.ts'

export const feature: Feature<Live & Pick<Offers, 'library'>> = {
  sweeps: (live) => ({ 'live.planned-recordings': () => endPlannedRecordings(live) }),
  routes(server, live) {
    route(server, liveCalls.createPlannedRecording, ({ body, caller }) =>
      createPlannedRecording(live, caller, body),
    )
    route(server, liveCalls.listPlannedRecordings, ({ query, caller }) =>
      listPlannedRecordings(live, caller.scope.environmentId, query),
    )
    route(server, liveCalls.getPlannedRecording, ({ params, caller }) =>
      getPlannedRecording(live, caller.scope.environmentId, params.id),
    )
    route(server, liveCalls.deletePlannedRecording, async ({ params, caller }) => {
      await deletePlannedRecording(live, caller, params.id)
      return undefined
    })
  },
}
