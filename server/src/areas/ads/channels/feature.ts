import { adsCalls } from '@kinora/contract'
import type { FastifyRequest } from 'fastify'
import type { Feature } from '../../../platform/area.ts'
import type { Caller } from '../../../platform/auth.ts'
import { originOf } from '../../../platform/http/origin.ts'
import { route } from '../../../platform/http/route.ts'
import { addressColumns } from '../../../platform/keys/sealed-columns.ts'
import type { Ads } from '../ads.ts'
import { announceServerStates } from './ad-server-state.ts'
import type { StoredChannel } from './channel-row.ts'
import {
  channelView,
  createChannel,
  deleteChannel,
  enableChannel,
  getChannel,
  listChannels,
  updateChannel,
} from './channels.ts'
import { adChannels } from './tables.ts'

export const feature: Feature<Ads> = {
  sealed: addressColumns(
    adChannels.prerollAdTagUrl,
    adChannels.midrollAdTagUrl,
    adChannels.vmapUrl,
    adChannels.openingBumperUrl,
    adChannels.closingBumperUrl,
    adChannels.slateUrl,
    adChannels.houseAdUrls,
  ),
  sweeps: (ads) => ({ 'ads.serverStates': () => announceServerStates(ads) }),
  routes(server, ads) {
    const origin = (request: FastifyRequest) => originOf(request, ads.config)
    const view = async (request: FastifyRequest, { scope }: Caller, row: Promise<StoredChannel>) =>
      channelView(ads, scope, await row, origin(request))

    route(server, adsCalls.createAdChannel, ({ body, request, caller }) =>
      view(request, caller, createChannel(ads, caller, body)),
    )
    route(server, adsCalls.listAdChannels, ({ query, request, caller }) =>
      listChannels(ads, caller.scope, query, origin(request)),
    )
    route(server, adsCalls.listStreamAdChannels, ({ params, query, request, caller }) =>
      listChannels(ads, caller.scope, { ...query, streamId: params.id }, origin(request)),
    )
    route(server, adsCalls.getAdChannel, ({ params, request, caller }) =>
      view(request, caller, getChannel(ads.db, caller.scope, params.id)),
    )
    route(server, adsCalls.updateAdChannel, ({ params, body, request, caller }) =>
      view(request, caller, updateChannel(ads, caller, params.id, body)),
    )
    route(server, adsCalls.enableAdChannel, ({ params, request, caller }) =>
      view(request, caller, enableChannel(ads, caller, params.id, true)),
    )
    route(server, adsCalls.disableAdChannel, ({ params, request, caller }) =>
      view(request, caller, enableChannel(ads, caller, params.id, false)),
    )
    route(server, adsCalls.deleteAdChannel, async ({ params, caller }) => {
      await deleteChannel(ads, caller, params.id)
      return undefined
    })
  },
}
