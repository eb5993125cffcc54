import { type Call, libraryCalls } from '@kinora/contract'
import type { FastifyRequest } from 'fastify'
import { can } from '../../platform/auth.ts'
import { originOf } from '../../platform/http/origin.ts'
import { type CallRequest, route } from '../../platform/http/route.ts'
import type { HttpServer } from '../../platform/http/server.ts'
import { problem } from '../../platform/problem.ts'
import { createPlaybackToken } from '../delivery/index.ts'
import { audioTrackRoutes } from './audio/routes.ts'
import { createClip } from './clips/clips.ts'
import { contentUrls, playbackUrl } from './contents/content-view.ts'
import { adderOf, getContent, getRenditions, loadContentView, updateContent } from './contents/contents.ts'
import { listContentChanges, undoContentChange } from './contents/history.ts'
import { createArchive, createDownload } from './downloads/download-links.ts'
import { encodingProfileRoutes } from './encoding-profiles/routes.ts'
import { moveContents, tagContents } from './folders/bulk.ts'
import { collectionRoutes } from './folders/routes.ts'
import { thumbnailRoutes } from './frames/routes.ts'
import { importRoutes } from './imports/routes.ts'
import { retryContent } from './ingest/retry.ts'
import type { Library } from './library.ts'
import { playbackIdRoutes } from './playback/routes.ts'
import { getWorkQueue } from './queue/work-queue.ts'
import { endReencode, reencodeContent } from './reencode/reencode.ts'
import { replacementRoutes } from './replace/routes.ts'
import { savedViewRoutes } from './saved-views/routes.ts'
import { listClips, listContents } from './search/content-list.ts'
import { listMetadataKeys, listTags } from './search/suggestions.ts'
import { createSocialClip, socialClipCapabilities } from './social-clips/social-clips.ts'
import { subtitleRoutes } from './subtitles/routes.ts'
import { trashRoutes } from './trash/routes.ts'
import { uploadHandlers } from './upload-handlers.ts'
import { createSample } from './uploads/samples.ts'
import {
  assertCanSend,
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
  replacementRoutes(server, library)
  encodingProfileRoutes(server, library)
  thumbnailRoutes(server, library)
  importRoutes(server, library)
  savedViewRoutes(server, library)
  trashRoutes(server, library)
  const { config, db } = library
  const origin = (request: FastifyRequest) => originOf(request, config)

  route(server, libraryCalls.createUpload, ({ body, caller }) =>
    createUpload(library, caller.scope.environmentId, { ...body, ...adderOf(caller.actor) }),
  )
  route(server, libraryCalls.getUpload, async ({ params, caller }) => {
    await assertCanSend(library, caller.scope, params.id)
    return getUpload(library, caller.scope.environmentId, params.id)
  })
  route(server, libraryCalls.createPartUrl, async ({ params, body, caller }) => {
    await assertCanSend(library, caller.scope, params.id)
    return createPartUrl(library, caller.scope.environmentId, params.id, body.partNumber)
  })
  route(server, libraryCalls.completeUpload, async ({ params, body, request, caller }) => {
    await assertCanSend(library, caller.scope, params.id)
    const content = await completeUpload(
      library,
      uploadHandlers,
      caller.scope.environmentId,
      params.id,
      body.parts,
    )
    return loadContentView(library, content, origin(request))
  })
  route(server, libraryCalls.cancelUpload, async ({ params, caller }) => {
    await assertCanSend(library, caller.scope, params.id)
    await cancelUpload(library, uploadHandlers, caller, params.id)
    return undefined
  })

  route(server, libraryCalls.createContent, async ({ body, request, caller }) =>
    loadContentView(
      library,
      await createByUrl(library, caller.scope.environmentId, { ...body, ...adderOf(caller.actor) }),
      origin(request),
    ),
  )
  route(server, libraryCalls.createSample, async ({ request, caller }) =>
    loadContentView(
      library,
      await createSample(library, caller.scope.environmentId, caller.actor),
      origin(request),
    ),
  )
  type List = typeof libraryCalls.listContents | typeof libraryCalls.listContentsByShortPath
  const list = async ({ query, request, caller }: CallRequest<List & Call>) => {
    const usesFolders = query.showAssetCollections || query.assetCollectionUUID !== undefined
    if (usesFolders && !can(caller.scope.grants, ['DAM', 'Folder', 'read'])) throw problem('forbidden')
    return listContents(library, caller.scope, query, origin(request))
  }
  route(server, libraryCalls.listContents, list)
  route(server, libraryCalls.listContentsByShortPath, list)
  route(server, libraryCalls.getWorkQueue, ({ caller }) =>
    getWorkQueue(library.db, caller.scope, library.clock),
  )
  route(server, libraryCalls.createClip, async ({ params, body, request, caller }) =>
    loadContentView(library, await createClip(library, caller, params.id, body), origin(request)),
  )
  route(server, libraryCalls.listClips, ({ params, query, request, caller }) =>
    listClips(library, caller.scope, params.id, query, origin(request)),
  )
  route(server, libraryCalls.createSocialClip, async ({ body, request, caller }) =>
    loadContentView(library, await createSocialClip(library, caller, body), origin(request)),
  )
  route(server, libraryCalls.getSocialClipOptions, async () => socialClipCapabilities(library))
  route(server, libraryCalls.getContent, async ({ params, request, caller }) =>
    loadContentView(library, await getContent(db, caller.scope.environmentId, params.id), origin(request)),
  )
  route(server, libraryCalls.updateContent, async ({ params, body, request, caller }) =>
    loadContentView(library, await updateContent(library, caller, params.id, body), origin(request)),
  )
  route(server, libraryCalls.moveContents, async ({ body, caller }) => ({
    moved: await moveContents(library, caller, body.ids, body.assetCollectionUUID),
  }))
  route(server, libraryCalls.tagContents, async ({ body, caller }) => ({
    tagged: await tagContents(library, caller, body.ids, body),
  }))
  route(server, libraryCalls.getPlaybackUrl, async ({ params, request, caller }) => {
    const content = await getContent(db, caller.scope.environmentId, params.id)
    const byContent = await getRenditions(db, [content.id])
    const urls = contentUrls(content, byContent.get(content.id) ?? [], origin(request))
    return playbackUrl(urls, await createPlaybackToken(library, content))
  })

  route(server, libraryCalls.createDownload, ({ params, body, request, caller }) =>
    createDownload(library, caller, params.id, body.file, origin(request)),
  )
  route(server, libraryCalls.createArchive, ({ body, request, caller }) =>
    createArchive(library, caller, body, origin(request)),
  )

  route(server, libraryCalls.listMetadataKeys, async ({ caller }) => ({
    items: await listMetadataKeys(library, caller.actor, caller.scope),
  }))
  route(server, libraryCalls.listTags, async ({ caller }) => ({
    items: await listTags(library, caller.actor, caller.scope),
  }))
  route(server, libraryCalls.listContentChanges, async ({ params, caller }) => ({
    items: await listContentChanges(library, caller, params.id),
  }))
  route(server, libraryCalls.undoContentChange, async ({ params, request, caller }) =>
    loadContentView(
      library,
      await undoContentChange(library, caller, params.id, params.changeId),
      origin(request),
    ),
  )

  route(server, libraryCalls.reencodeContent, async ({ params, body, request, caller }) =>
    loadContentView(
      library,
      await reencodeContent(library, caller, params.id, body.encodingProfileId),
      origin(request),
    ),
  )
  route(server, libraryCalls.endReencode, async ({ params, request, caller }) =>
    loadContentView(library, await endReencode(library, caller, params.id), origin(request)),
  )

  type Retry = typeof libraryCalls.retryContent | typeof libraryCalls.retryContentByGet
  const retry = async ({ params, caller, request }: CallRequest<Retry & Call>) =>
    loadContentView(
      library,
      await retryContent(library, caller.scope.environmentId, params.id),
      origin(request),
    )
  route(server, libraryCalls.retryContent, retry)
  route(server, libraryCalls.retryContentByGet, retry)
}
