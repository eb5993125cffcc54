import { vconnectCalls as calls } from '@kinora/contract'
import type { FastifyRequest } from 'fastify'
import type { Feature } from '../../../platform/area.ts'
import { originOf } from '../../../platform/http/origin.ts'
import { route } from '../../../platform/http/route.ts'
import { addressColumns, secretColumns } from '../../../platform/keys/sealed-columns.ts'
import { type DestinationRow, vconnectDestinations } from '../ends/tables.ts'
import type { Vconnect } from '../vconnect.ts'
import {
  createDestination,
  deleteDestination,
  destinationViews,
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
    const view = async (request: FastifyRequest, given: Promise<DestinationRow>) => {
      const row = await given
      const [shown] = await destinationViews(vconnect.db, row.environmentId, [row], origin(request))
      if (shown === undefined) throw new Error('a destination has no view')
      return shown
    }
    route(server, calls.createVconnectDestination, ({ body, caller, request }) =>
      view(request, createDestination(vconnect, caller, body)),
    )
    route(server, calls.listVconnectDestinations, ({ query, caller, request }) =>
      listDestinations(vconnect, caller.scope.environmentId, query, origin(request)),
    )
    route(server, calls.getVconnectDestination, ({ params, caller, request }) =>
      view(request, getDestination(vconnect.db, caller.scope.environmentId, params.id)),
    )
    route(server, calls.updateVconnectDestination, ({ params, body, caller, request }) =>
      view(request, updateDestination(vconnect, caller, params.id, body)),
    )
    route(server, calls.deleteVconnectDestination, async ({ params, caller }) => {
      await deleteDestination(vconnect, caller, params.id)
      return undefined
    })
  },
}
