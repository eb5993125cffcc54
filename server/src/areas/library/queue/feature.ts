import { libraryCalls as calls } from '@kinora/contract'
import type { Feature } from '../../../platform/area.ts'
import { route } from '../../../platform/http/route.ts'
import type { Library } from '../library.ts'
import { getWorkQueue } from './work-queue.ts'

export const feature: Feature<Library> = {
  routes(server, library) {
    route(server, calls.getWorkQueue, ({ caller }) => getWorkQueue(library.db, caller.scope, library.clock))
  },
}
