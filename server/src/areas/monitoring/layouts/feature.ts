import { monitoringCalls as calls } from '@kinora/contract'
import type { Feature } from '../../../platform/area.ts'
import { route } from '../../../platform/http/route.ts'
import type { Monitoring } from '../monitoring.ts'
import { createLayout, deleteLayout, listLayouts, updateLayout } from './layouts.ts'

export const feature: Feature<Monitoring> = {
  routes(server, monitoring) {
    route(server, calls.listWallLayouts, async ({ caller }) => ({
      items: await listLayouts(monitoring, caller.scope.environmentId),
    }))
    route(server, calls.createWallLayout, ({ body, caller }) => createLayout(monitoring, caller, body))
    route(server, calls.updateWallLayout, ({ params, body, caller }) =>
      updateLayout(monitoring, caller, params.id, body),
    )
    route(server, calls.deleteWallLayout, async ({ params, caller }) => {
      await deleteLayout(monitoring, caller, params.id)
      return undefined
    })
  },
}
