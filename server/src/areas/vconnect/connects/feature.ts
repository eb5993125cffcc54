import { vconnectCalls as calls } from '@kinora/contract'
import type { Feature } from '../../../platform/area.ts'
import { originOf } from '../../../platform/http/origin.ts'
import { route } from '../../../platform/http/route.ts'
import type { ConnectRow } from '../ends/tables.ts'
import { getLinkMonitors } from '../monitors/monitors.ts'
import type { Vconnect } from '../vconnect.ts'
import {
  connectViews,
  createConnect,
  deleteConnect,
  getConnect,
  listConnects,
  loadBay,
  updateConnect,
} from './connects.ts'

export const feature: Feature<Vconnect> = {
  routes(server, vconnect) {
    const view = async (given: Promise<ConnectRow>) => {
      const row = await given
      const [shown] = await connectViews(vconnect, row.environmentId, [row])
      if (shown === undefined) throw new Error('a connect has no view')
      return shown
    }
    route(server, calls.getVconnectBay, ({ caller, request }) =>
      loadBay(vconnect, caller.scope.environmentId, originOf(request, vconnect.config)),
    )
    route(server, calls.createVconnectConnect, ({ body, caller }) =>
      view(createConnect(vconnect, caller, body)),
    )
    route(server, calls.listVconnectConnects, ({ query, caller }) =>
      listConnects(vconnect, caller.scope.environmentId, query),
    )
    route(server, calls.listVconnectConnectsByInput, ({ params, query, caller }) =>
      listConnects(vconnect, caller.scope.environmentId, query, params.id),
    )
    route(server, calls.getVconnectConnect, ({ params, caller }) =>
      view(getConnect(vconnect.db, caller.scope.environmentId, params.id)),
    )
    route(server, calls.updateVconnectConnect, ({ params, body, caller }) =>
      view(updateConnect(vconnect, caller, params.id, body.enabled)),
    )
    route(server, calls.deleteVconnectConnect, async ({ params, caller }) => {
      await deleteConnect(vconnect, caller, params.id)
      return undefined
    })
    route(server, calls.getVconnectConnectMonitors, async ({ params, query, caller }) =>
      getLinkMonitors(
        vconnect,
        await getConnect(vconnect.db, caller.scope.environmentId, params.id),
        query.window,
      ),
    )
  },
}
