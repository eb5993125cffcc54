import { type Call, libraryCalls } from '@kinora/contract'
import type { FastifyRequest } from 'fastify'
import { can } from '../../platform/auth.ts'
import { originOf } from '../../platform/http/origin.ts'
import { type Asked, route } from '../../platform/http/route.ts'
import type { HttpServer } from '../../platform/http/server.ts'
import { problem } from '../../platform/problem.ts'
import { audioTrackRoutes } from './audio/routes.ts'
import { createClip } from './clips/clips.ts'
import { moveContents, tagContents } from './contents/bulk.ts'
import { listClips, listContents } from './contents/content-list.ts'
import { contentUrls, playbackUrl } from './contents/content-view.ts'
import {
  contentOf,
  type Doer,
  deleteContents,
  renditionsOf,
  tokenFor,
  updateContent,
  viewOf,
} from './contents/contents.ts'
import { listContentChanges, undoContentChange } from './contents/history.ts'
import { listMetadataKeys, listTags } from './contents/suggestions.ts'
import { createArchive, createDownload } from './downloads/download-links.ts'
import { retryContent } from './encoding/retry.ts'
import { encodingProfileRoutes } from './encoding-profiles/routes.ts'
import { collectionRoutes } from './folders/routes.ts'
import { thumbnailRoutes } from './images/routes.ts'
import { importRoutes } from './imports/routes.ts'
import type { Library } from './library.ts'
import { playbackIdRoutes } from './playback/routes.ts'
import { endReencode, reencodeContent } from './reencode/reencode.ts'
import { replacingRoutes } from './replace/routes.ts'
import { savedViewRoutes } from './saved-views/routes.ts'
import { createSocialClip, socialClipMeans } from './social-clips/social-clips.ts'
import { subtitleRoutes } from './subtitles/routes.ts'
import { restoreContents, trashContents } from './trash/trash.ts'
import { createSample } from './uploads/samples.ts'
import {
  assertMaySend,
  cancelUpload,
  completeUpload,
  createPartUrl,
  createUpload,
  getUpload,
} from './uploads/uploads.ts'
import { createByUrl } from './uploads/url-uploads.ts'

export function libraryRoutes(server: HttpServer, library: Library): void {
  collectionRoutes(server, library)
  playbackIdRoutes(server, library)
  subtitleRoutes(server, library)
  audioTrackRoutes(server, library)
  replacingRoutes(server, library)
  encodingProfileRoutes(server, library)
  thumbnailRoutes(server, library)
  importRoutes(server, library)
  savedViewRoutes(server, library)
  const { config, db } = library
  const origin = (request: FastifyRequest) => originOf(request, config)

  route(server, libraryCalls.createUpload, ({ body, scope, actor }) =>
    createUpload(library, scope.environmentId, { ...body, addedBy: actor.name }),
  )
  route(server, libraryCalls.getUpload, async ({ params, scope }) => {
    await assertMaySend(library, scope, params.id)
    return getUpload(library, scope.environmentId, params.id)
  })
  route(server, libraryCalls.createPartUrl, async ({ params, body, scope }) => {
    await assertMaySend(library, scope, params.id)
    return createPartUrl(library, scope.environmentId, params.id, body.partNumber)
  })
  route(server, libraryCalls.completeUpload, async ({ params, body, scope, request }) => {
    await assertMaySend(library, scope, params.id)
    const content = await completeUpload(library, scope.environmentId, params.id, body.parts)
    return viewOf(library, content, origin(request))
  })
  route(server, libraryCalls.cancelUpload, async ({ params, actor, scope }) => {
    await assertMaySend(library, scope, params.id)
    await cancelUpload(library, { actor, scope }, params.id)
    return undefined
  })

  route(server, libraryCalls.createContent, async ({ body, scope, actor, request }) =>
    viewOf(
      library,
      await createByUrl(library, scope.environmentId, { ...body, addedBy: actor.name }),
      origin(request),
    ),
  )
  route(server, libraryCalls.createSample, async ({ scope, actor, request }) =>
    viewOf(library, await createSample(library, scope.environmentId, actor.name), origin(request)),
  )
  route(server, libraryCalls.listContents, ({ query, scope, request }) => {
    const namesFolders = query.showAssetCollections || query.assetCollectionUUID !== undefined
    if (namesFolders && !can(scope.grants, ['DAM', 'Folder', 'read'])) throw problem('forbidden')
    return listContents(library, scope.environmentId, query, origin(request))
  })
  route(server, libraryCalls.createClip, async ({ params, body, actor, scope, request }) =>
    viewOf(library, await createClip(library, { actor, scope }, params.id, body), origin(request)),
  )
  route(server, libraryCalls.listClips, ({ params, query, scope, request }) =>
    listClips(library, scope.environmentId, params.id, query, origin(request)),
  )
  route(server, libraryCalls.createSocialClip, async ({ body, actor, scope, request }) =>
    viewOf(library, await createSocialClip(library, { actor, scope }, body), origin(request)),
  )
  route(server, libraryCalls.getSocialClipMeans, async () => socialClipMeans(library))
  route(server, libraryCalls.getContent, async ({ params, scope, request }) =>
    viewOf(library, await contentOf(db, scope.environmentId, params.id), origin(request)),
  )
  route(server, libraryCalls.updateContent, async ({ params, body, actor, scope, request }) =>
    viewOf(library, await updateContent(library, { actor, scope }, params.id, body), origin(request)),
  )
  const discard = (doer: Doer, ids: string[], permanently: boolean) =>
    permanently
      ? deleteContents(library, doer.scope.environmentId, ids, doer)
      : trashContents(library, doer, ids)
  route(server, libraryCalls.deleteContent, async ({ params, query, actor, scope }) => {
    const deleted = await discard({ actor, scope }, [params.id], query.permanently)
    if (deleted.length === 0) throw problem('not-found')
    return undefined
  })
  route(server, libraryCalls.deleteContents, async ({ body, actor, scope }) => ({
    deleted: await discard({ actor, scope }, body.ids, body.permanently),
  }))
  route(server, libraryCalls.restoreContents, async ({ body, actor, scope }) => ({
    restored: await restoreContents(library, { actor, scope }, body.ids),
  }))
  route(server, libraryCalls.moveContents, async ({ body, actor, scope }) => ({
    moved: await moveContents(library, { actor, scope }, body.ids, body.assetCollectionUUID),
  }))
  route(server, libraryCalls.tagContents, async ({ body, actor, scope }) => ({
    tagged: await tagContents(library, { actor, scope }, body.ids, body),
  }))
  route(server, libraryCalls.getPlaybackUrl, async ({ params, scope, request }) => {
    const content = await contentOf(db, scope.environmentId, params.id)
    const byContent = await renditionsOf(db, [content.id])
    const urls = contentUrls(content, byContent.get(content.id) ?? [], origin(request))
    return playbackUrl(urls, await tokenFor(library, content))
  })

  route(server, libraryCalls.createDownload, ({ params, body, actor, scope, request }) =>
    createDownload(library, { actor, scope }, params.id, body.file, origin(request)),
  )
  route(server, libraryCalls.createArchive, ({ body, actor, scope, request }) =>
    createArchive(library, { actor, scope }, body, origin(request)),
  )

  route(server, libraryCalls.listMetadataKeys, async ({ actor, scope }) => ({
    items: await listMetadataKeys(library, actor, scope),
  }))
  route(server, libraryCalls.listTags, async ({ actor, scope }) => ({
    items: await listTags(library, actor, scope),
  }))
  route(server, libraryCalls.listContentChanges, async ({ params, actor, scope }) => ({
    items: await listContentChanges(library, { actor, scope }, params.id),
  }))
  route(server, libraryCalls.undoContentChange, async ({ params, actor, scope, request }) =>
    viewOf(
      library,
      await undoContentChange(library, { actor, scope }, params.id, params.changeId),
      origin(request),
    ),
  )

  route(server, libraryCalls.reencodeContent, async ({ params, body, actor, scope, request }) =>
    viewOf(
      library,
      await reencodeContent(library, { actor, scope }, params.id, body.encodingProfileId),
      origin(request),
    ),
  )
  route(server, libraryCalls.endReencode, async ({ params, actor, scope, request }) =>
    viewOf(library, await endReencode(library, { actor, scope }, params.id), origin(request)),
  )

  type Retry = typeof libraryCalls.retryContent | typeof libraryCalls.retryContentByGet
  const retry = async ({ params, scope, request }: Asked<Retry & Call>) =>
    viewOf(library, await retryContent(library, scope.environmentId, params.id), origin(request))
  route(server, libraryCalls.retryContent, retry)
  route(server, libraryCalls.retryContentByGet, retry)
}
