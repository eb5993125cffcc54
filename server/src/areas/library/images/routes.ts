import { libraryCalls as calls, type Thumbnail } from '@kinora/contract'
import type { FastifyRequest } from 'fastify'
import { originOf } from '../../../platform/http/origin.ts'
import { route } from '../../../platform/http/route.ts'
import type { HttpServer } from '../../../platform/http/server.ts'
import { contentOf, tokenFor, viewOf } from '../contents/contents.ts'
import type { Library } from '../library.ts'
import { captureGif, captureStill, keepUpload } from './thumbnail-drawing.ts'
import { type ThumbnailRow, thumbnailsOf, thumbnailView } from './thumbnail-view.ts'
import { choosePoster, deleteThumbnail } from './thumbnails.ts'

export function thumbnailRoutes(server: HttpServer, library: Library): void {
  const { config, db } = library

  const viewer = async (environmentId: string, contentId: string, request: FastifyRequest) => {
    const content = await contentOf(db, environmentId, contentId)
    const token = await tokenFor(library, content)
    const origin = originOf(request, config)
    return (row: ThumbnailRow): Thumbnail => thumbnailView(row, content, origin, token)
  }

  route(server, calls.listThumbnails, async ({ params, scope, request }) => {
    const view = await viewer(scope.environmentId, params.id, request)
    return { items: (await thumbnailsOf(db, scope.environmentId, params.id)).map(view) }
  })
  route(server, calls.createThumbnail, async ({ params, body, actor, scope, request }) => {
    const view = await viewer(scope.environmentId, params.id, request)
    return view(await captureStill(library, { actor, scope }, params.id, body))
  })
  route(server, calls.uploadThumbnail, async ({ params, body, actor, scope, request }) => {
    const view = await viewer(scope.environmentId, params.id, request)
    return view(await keepUpload(library, { actor, scope }, params.id, body))
  })
  route(server, calls.createGif, async ({ params, body, actor, scope, request }) => {
    const view = await viewer(scope.environmentId, params.id, request)
    return view(await captureGif(library, { actor, scope }, params.id, body))
  })
  route(server, calls.deleteThumbnail, async ({ params, actor, scope }) => {
    await deleteThumbnail(library, { actor, scope }, params.id, params.thumbnailId)
    return undefined
  })
  route(server, calls.choosePoster, async ({ params, body, actor, scope, request }) => {
    const content = await choosePoster(library, { actor, scope }, params.id, body.thumbnailId)
    return viewOf(library, content, originOf(request, config))
  })
}
