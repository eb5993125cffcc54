import { portraitCalls as calls } from '@kinora/contract'
import type { Feature } from '../../../platform/area.ts'
import { route } from '../../../platform/http/route.ts'
import type { PortraitArea } from '../portrait.ts'
import { getPath, updatePath } from './paths.ts'

export const feature: Feature<PortraitArea> = {
  routes(server, area) {
    route(server, calls.getPortraitPath, ({ params, caller }) => getPath(area, caller.scope, params.id))
    route(server, calls.updatePortraitPath, ({ params, body, caller }) =>
      updatePath(area, caller, params.id, body),
    )
  },
}
