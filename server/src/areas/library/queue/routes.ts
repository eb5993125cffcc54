import { libraryCalls as calls } from '@kinora/contract'
import { route } from '../../../platform/http/route.ts'
import type { HttpServer } from '../../../platform/http/server.ts'
import type { Library } from '../library.ts'
import { getWorkQueue } from './work-queue.ts'

export function workQueueRoutes(server: HttpServer, library: Library): void {
  route(server, calls.getWorkQueue, ({ caller }) => getWorkQueue(library.db, caller.scope, library.clock))
}
