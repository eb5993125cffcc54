import { libraryCalls as calls } from '@kinora/contract'
import type { Feature } from '../../../platform/area.ts'
import type { Caller } from '../../../platform/auth.ts'
import { route } from '../../../platform/http/route.ts'
import { defineHandler } from '../../../platform/jobs/jobs.ts'
import { problem } from '../../../platform/problem.ts'
import { deleteContents } from '../contents/contents.ts'
import type { Library } from '../library.ts'
import { trashEventsJob } from './jobs.ts'
import {
  deleteCollection,
  emptyTrash,
  restoreCollection,
  restoreContents,
  trashCollection,
  trashContents,
} from './trash.ts'
import { enqueuePendingTrashEvents, publishTrashEvents } from './trash-events.ts'

export const feature: Feature<Library> = {
  jobs: (library) => [
    defineHandler({
      definition: trashEventsJob,
      run: (_input, { environmentId, signal }) => publishTrashEvents(library, environmentId, signal),
      // A sweep enqueues remaining events.
      failed: async () => undefined,
    }),
  ],
  sweeps: (library) => ({
    'library.trash': () => emptyTrash(library),
    'library.trash-events': () => enqueuePendingTrashEvents(library),
  }),
  routes(server, library) {
    const discard = (caller: Caller, ids: string[], permanently: boolean) =>
      permanently
        ? deleteContents(library, { environmentId: caller.scope.environmentId, ids, caller })
        : trashContents(library, caller, ids)
    route(server, calls.deleteContent, async ({ params, query, caller }) => {
      const deleted = await discard(caller, [params.id], query.permanently)
      if (deleted.length === 0) throw problem('not-found')
      return undefined
    })
    route(server, calls.deleteContents, async ({ body, caller }) => ({
      deleted: await discard(caller, body.ids, body.permanently),
    }))
    route(server, calls.restoreContents, async ({ body, caller }) => ({
      restored: await restoreContents(library, caller, body.ids),
    }))
    route(server, calls.deleteCollection, async ({ params, query, caller }) => {
      const discard = query.permanently ? deleteCollection : trashCollection
      await discard(library, caller, params.id)
      return undefined
    })
    route(server, calls.restoreCollection, ({ params, caller }) =>
      restoreCollection(library, caller, params.id),
    )
  },
}
