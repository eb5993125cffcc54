import { vconnectCalls as calls } from '@kinora/contract'
import type { FastifyRequest } from 'fastify'
import type { Feature } from '../../../platform/area.ts'
import { originOf } from '../../../platform/http/origin.ts'
import { route } from '../../../platform/http/route.ts'
import { addressColumns, secretColumns } from '../../../platform/keys/sealed-columns.ts'
import { vconnectDestinations } from '../ends/tables.ts'
import type { Vconnect } from '../vconnect.ts'
import {
  createDestination,
  deleteDestination,
  destinationView,
  getDestination,
  listDestinations,
  updateDestination,
} from './destinations.ts'

export const feature: Feature<Vconnect> = {
  sealed: [
    ...secretColumns(vconnectDestinations.passphrase, vconnectDestinations.streamId),
    ...addressColumns(vconnectDestinations.address),
  ],
  routes(server, vconnect) {
    const origin = (request: FastifyRequest) => originOf(request, vconnect.config)
    route(server, calls.createVconnectDestination, async ({ body, caller, request }) =>
      destinationView(await createDestination(vconnect, caller, body), origin(request)),
    )
    route(server, calls.listVconnectDestinations, ({ query, caller, request }) =>
      listDestinations(vconnect, caller.scope.environmentId, query, origin(request)),
    )
    route(server, calls.getVconnectDestination, async ({ params, caller, request }) =>
      destinationView(
        await getDestination(vconnect.db, caller.scope.environmentId, params.id),
        origin(request),
      ),
    )
    route(server, calls.updateVconnectDestination, async ({ params, body, caller, request }) =>
      destinationView(await updateDestination(vconnect, caller, params.id, body), origin(request)),
    )
    route(server, calls.deleteVconnectDestination, async ({ params, caller }) => {
      await deleteDestination(vconnect, caller, params.id)
      return undefined
    })
  },
}
