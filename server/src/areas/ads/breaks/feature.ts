import { adsCalls } from '@kinora/contract'
import type { Feature } from '../../../platform/area.ts'
import { route } from '../../../platform/http/route.ts'
import { addressColumns } from '../../../platform/keys/sealed-columns.ts'
import type { Ads } from '../ads.ts'
import { createBreak, deleteBreak, importBreaks, listBreaks, updateBreak } from './breaks.ts'
import { adBreaks } from './tables.ts'

export const feature: Feature<Ads> = {
  sealed: addressColumns(adBreaks.adTagUrl),
  routes(server, ads) {
    route(server, adsCalls.listAdBreaks, async ({ params, caller }) => ({
      items: await listBreaks(ads, caller, params.id),
    }))
    route(server, adsCalls.createAdBreak, ({ params, body, caller }) =>
      createBreak(ads, caller, params.id, body),
    )
    route(server, adsCalls.importAdBreaks, ({ params, body, caller }) =>
      importBreaks(ads, caller, params.id, body),
    )
    route(server, adsCalls.updateAdBreak, ({ params: { id, breakId }, body, caller }) =>
      updateBreak(ads, caller, id, breakId, body),
    )
    route(server, adsCalls.deleteAdBreak, async ({ params: { id, breakId }, caller }) => {
      await deleteBreak(ads, caller, id, breakId)
      return undefined
    })
  },
}
