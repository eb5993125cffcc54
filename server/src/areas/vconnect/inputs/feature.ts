import { vconnectCalls as calls } from '@kinora/contract'
import type { FastifyRequest } from 'fastify'
import type { Feature } from '../../../platform/area.ts'
import { originOf } from '../../../platform/http/origin.ts'
import { route } from '../../../platform/http/route.ts'
import { addressColumns, secretColumns } from '../../../platform/keys/sealed-columns.ts'
import { type InputRow, vconnectInputs } from '../ends/tables.ts'
import { getLinkMonitors } from '../monitors/monitors.ts'
import type { Vconnect } from '../vconnect.ts'
import {
  createInput,
  deleteInput,
  getInput,
  inputViews,
  listInputs,
  updateInput,
  viewInputKey,
} from './inputs.ts'
import { switchInput } from './switch-input.ts'

export const feature: Feature<Vconnect> = {
  sealed: [
    ...secretColumns(vconnectInputs.passphrase, vconnectInputs.streamId),
    ...addressColumns(vconnectInputs.address),
  ],
  routes(server, vconnect) {
    const origin = (request: FastifyRequest) => originOf(request, vconnect.config)
    const view = async (request: FastifyRequest, given: Promise<InputRow>) => {
      const row = await given
      const [shown] = await inputViews(vconnect, row.environmentId, [row], origin(request))
      if (shown === undefined) throw new Error('an input has no view')
      return shown
    }
    route(server, calls.createVconnectInput, ({ body, caller, request }) =>
      view(request, createInput(vconnect, caller, body)),
    )
    route(server, calls.listVconnectInputs, ({ query, caller, request }) =>
      listInputs(vconnect, caller.scope.environmentId, query, origin(request)),
    )
    route(server, calls.getVconnectInput, ({ params, caller, request }) =>
      view(request, getInput(vconnect.db, caller.scope.environmentId, params.id)),
    )
    route(server, calls.updateVconnectInput, ({ params, body, caller, request }) =>
      view(request, updateInput(vconnect, caller, params.id, body)),
    )
    route(server, calls.switchVconnectInput, ({ params, body, caller, request }) =>
      view(request, switchInput(vconnect, caller, params.id, body.source)),
    )
    route(server, calls.getVconnectInputKey, ({ params, caller }) =>
      viewInputKey(vconnect, caller, params.id),
    )
    route(server, calls.deleteVconnectInput, async ({ params, caller }) => {
      await deleteInput(vconnect, caller, params.id)
      return undefined
    })
    route(server, calls.getVconnectInputMonitors, async ({ params, query, caller }) =>
      getLinkMonitors(
        vconnect,
        await getInput(vconnect.db, caller.scope.environmentId, params.id),
        query.window,
      ),
    )
  },
}
