import { type Call, libraryCalls as calls } from '@kinora/contract'
import type { Feature } from '../../../platform/area.ts'
import { can } from '../../../platform/auth.ts'
import { originOf } from '../../../platform/http/origin.ts'
import { type CallRequest, route } from '../../../platform/http/route.ts'
import { problem } from '../../../platform/problem.ts'
import type { Library } from '../library.ts'
import { compactContentCounts } from './content-counts.ts'
import { listContents } from './content-list.ts'
import { listMetadataKeys, listTags } from './suggestions.ts'

export const feature: Feature<Library> = {
  sweeps: (library) => ({ 'library.content-counts': () => compactContentCounts(library.db) }),
  routes(server, library) {
    type List = typeof calls.listContents | typeof calls.listContentsByShortPath
    const list = async ({ query, request, caller }: CallRequest<List & Call>) => {
      const usesFolders = query.showAssetCollections || query.assetCollectionUUID !== undefined
      if (usesFolders && !can(caller.scope.grants, ['DAM', 'Folder', 'read'])) throw problem('forbidden')
      return listContents(library, caller.scope, query, originOf(request, library.config))
    }
    route(server, calls.listContents, list)
    route(server, calls.listContentsByShortPath, list)
    route(server, calls.listMetadataKeys, async ({ caller }) => ({
      items: await listMetadataKeys(library, caller.actor, caller.scope),
    }))
    route(server, calls.listTags, async ({ caller }) => ({
      items: await listTags(library, caller.actor, caller.scope),
    }))
  },
}
