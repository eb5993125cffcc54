import { libraryCalls as calls } from '@kinora/contract'
import type { Feature } from '../../../platform/area.ts'
import { originOf, pageOrigin } from '../../../platform/http/origin.ts'
import { route } from '../../../platform/http/route.ts'
import { addressColumns } from '../../../platform/keys/sealed-columns.ts'
import { createPlaybackToken } from '../../delivery/index.ts'
import type { Library } from '../library.ts'
import { contentUrls, playbackUrl } from './content-view.ts'
import { getContent, getRenditions, loadContentView, updateContent } from './contents.ts'
import { listContentChanges, undoContentChange } from './history.ts'
import { refreshSearchTexts } from './search-text.ts'
import { contents } from './tables.ts'

export const feature: Feature<Library> = {
  sealed: addressColumns(contents.sourceUrl, contents.reencode),
  sweeps: (library) => ({ 'library.search-texts': () => refreshSearchTexts(library) }),
  routes(server, library) {
    route(server, calls.getContent, async ({ params, request, caller }) =>
      loadContentView(
        library,
        await getContent(library.db, caller.scope.environmentId, params.id),
        originOf(request, library.config),
      ),
    )
    route(server, calls.updateContent, async ({ params, body, request, caller }) =>
      loadContentView(
        library,
        await updateContent(library, caller, params.id, body),
        originOf(request, library.config),
      ),
    )
    route(server, calls.getPlaybackUrl, async ({ params, request, caller }) => {
      const content = await getContent(library.db, caller.scope.environmentId, params.id)
      const byContent = await getRenditions(library.db, [content.id])
      const origin = originOf(request, library.config)
      const origins = { origin, pages: pageOrigin(origin, library.config) }
      const urls = contentUrls(content, byContent.get(content.id) ?? [], origins)
      return playbackUrl(urls, await createPlaybackToken(library, content))
    })
    route(server, calls.listContentChanges, async ({ params, caller }) => ({
      items: await listContentChanges(library, caller, params.id),
    }))
    route(server, calls.undoContentChange, async ({ params, request, caller }) =>
      loadContentView(
        library,
        await undoContentChange(library, caller, params.id, params.changeId),
        originOf(request, library.config),
      ),
    )
  },
}
