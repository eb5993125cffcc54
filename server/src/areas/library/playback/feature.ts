import { libraryCalls as calls } from '@kinora/contract'
import type { Feature } from '../../../platform/area.ts'
import { originOf } from '../../../platform/http/origin.ts'
import { type CallRequest, route } from '../../../platform/http/route.ts'
import { getContent, getRenditions } from '../contents/contents.ts'
import type { Library } from '../library.ts'
import {
  createPlaybackId,
  deletePlaybackId,
  listPlaybackIds,
  playbackIdView,
  updatePlaybackId,
} from './playback-ids.ts'

export const feature: Feature<Library> = {
  routes(server, library) {
    const { config, db } = library

    type Viewed = typeof calls.listPlaybackIds | typeof calls.createPlaybackId | typeof calls.updatePlaybackId
    const viewer = async ({ params, request }: Pick<CallRequest<Viewed>, 'params' | 'request'>) => {
      const byContent = await getRenditions(db, [params.id])
      const origin = originOf(request, config)
      return (id: Parameters<typeof playbackIdView>[1]) =>
        playbackIdView(library, id, byContent.get(params.id) ?? [], origin)
    }

    route(server, calls.listPlaybackIds, async (asked) => {
      const content = await getContent(db, asked.caller.scope.environmentId, asked.params.id)
      const view = await viewer(asked)
      return { items: await Promise.all((await listPlaybackIds(db, content)).map(view)) }
    })
    route(server, calls.createPlaybackId, async (asked) => {
      const { params, body, caller } = asked
      const made = await createPlaybackId(library, caller, params.id, body)
      return (await viewer(asked))(made)
    })
    route(server, calls.updatePlaybackId, async (asked) => {
      const { params, body, caller } = asked
      const changed = await updatePlaybackId(library, caller, params.id, params.playbackId, body)
      return (await viewer(asked))(changed)
    })
    route(server, calls.deletePlaybackId, async ({ params, caller }) => {
      await deletePlaybackId(library, caller, params.id, params.playbackId)
      return undefined
    })
  },
}
