import { portraitCalls as calls } from '@kinora/contract'
import type { Feature } from '../../../platform/area.ts'
import { originOf } from '../../../platform/http/origin.ts'
import { route } from '../../../platform/http/route.ts'
import type { PortraitArea } from '../portrait.ts'
import { deletedVideos } from './deleted-videos.ts'
import { awaitedVideos, createPortrait } from './new-portraits.ts'
import { deletePortrait, getPortrait, listPortraits, renderPortrait, updatePortrait } from './portraits.ts'

export const feature: Feature<PortraitArea> = {
  subscriptions: (area) => [deletedVideos, awaitedVideos(area)],
  routes(server, area) {
    route(server, calls.createPortrait, ({ body, request, caller }) =>
      createPortrait(area, caller, body, originOf(request, area.config)),
    )
    route(server, calls.listPortraits, ({ query, request, caller }) =>
      listPortraits(area, caller.scope, query, originOf(request, area.config)),
    )
    route(server, calls.getPortrait, ({ params, request, caller }) =>
      getPortrait(area, caller.scope, params.id, originOf(request, area.config)),
    )
    route(server, calls.updatePortrait, ({ params, body, request, caller }) =>
      updatePortrait(area, caller, params.id, body, originOf(request, area.config)),
    )
    route(server, calls.deletePortrait, async ({ params, caller }) => {
      await deletePortrait(area, caller, params.id)
      return undefined
    })
    route(server, calls.renderPortrait, ({ params, request, caller }) =>
      renderPortrait(area, caller, params.id, originOf(request, area.config)),
    )
  },
}
