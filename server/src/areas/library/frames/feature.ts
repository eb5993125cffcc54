import { libraryCalls as calls, type Thumbnail } from '@kinora/contract'
import type { FastifyRequest } from 'fastify'
import type { Feature } from '../../../platform/area.ts'
import { originOf } from '../../../platform/http/origin.ts'
import { route } from '../../../platform/http/route.ts'
import { createPlaybackToken } from '../../delivery/index.ts'
import { getContent, loadContentView } from '../contents/contents.ts'
import { readPoster } from '../images/stored-thumbnails.ts'
import { listThumbnails, type ThumbnailRow, thumbnailView } from '../images/thumbnail-view.ts'
import { choosePoster, deleteThumbnail } from '../images/thumbnails.ts'
import type { Library } from '../library.ts'
import { captureGif, captureStill, storeUploadedThumbnail } from './thumbnail-capture.ts'

export const feature: Feature<Library> = {
  routes(server, library) {
    const { config, db } = library

    const viewer = async (environmentId: string, contentId: string, request: FastifyRequest) => {
      const content = await getContent(db, environmentId, contentId)
      const token = await createPlaybackToken(library, content)
      const origin = originOf(request, config)
      return (row: ThumbnailRow): Thumbnail => thumbnailView(row, content, origin, token)
    }

    route(server, calls.listThumbnails, async ({ params, request, caller }) => {
      const view = await viewer(caller.scope.environmentId, params.id, request)
      return { items: (await listThumbnails(db, caller.scope.environmentId, params.id)).map(view) }
    })
    route(server, calls.getContentPoster, async ({ params, caller, reply }) => {
      const poster = await readPoster(library, caller.scope.environmentId, params.id)
      reply.type(poster.type).send(poster.body)
      return undefined
    })
    route(server, calls.createThumbnail, async ({ params, body, request, caller }) => {
      const view = await viewer(caller.scope.environmentId, params.id, request)
      return view(await captureStill(library, caller, params.id, body))
    })
    route(server, calls.uploadThumbnail, async ({ params, body, request, caller }) => {
      const view = await viewer(caller.scope.environmentId, params.id, request)
      return view(await storeUploadedThumbnail(library, caller, params.id, body))
    })
    route(server, calls.createGif, async ({ params, body, request, caller }) => {
      const view = await viewer(caller.scope.environmentId, params.id, request)
      return view(await captureGif(library, caller, params.id, body))
    })
    route(server, calls.deleteThumbnail, async ({ params, caller }) => {
      await deleteThumbnail(library, caller, params.id, params.thumbnailId)
      return undefined
    })
    route(server, calls.choosePoster, async ({ params, body, request, caller }) => {
      const content = await choosePoster(library, caller, params.id, body.thumbnailId)
      return loadContentView(library, content, originOf(request, config))
    })
  },
}
