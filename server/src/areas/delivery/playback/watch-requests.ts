import { deliveryCalls } from '@kinora/contract'
import type { HttpServer } from '../../../platform/http/server.ts'
import type { DeliveredFile, Deliveries } from './deliveries.ts'

/** Reports all answers to requests for files of playbacks, also those that are refused. */
export function watchRequests({ app }: HttpServer, deliveries: Deliveries): void {
  app.addHook('onRequest', (request, reply, done) => {
    const { playbackId, rendition, file } = request.params as Partial<Record<string, string>>
    const kind = kindOf(request.routeOptions.url ?? '', file)
    if (playbackId !== undefined && kind !== null)
      deliveries.watch({ playbackId, outputId: rendition, kind }, request.raw, reply.raw)
    done()
  })
}

/** @param path of the route. Null if it is not that of files of playbacks */
function kindOf(path: string, file: string | undefined): DeliveredFile['kind'] | null {
  if (path.startsWith('/image/')) return 'image'
  if (!path.startsWith('/play/')) return null
  if (path === deliveryCalls.getDownload.path) return 'download'
  if (path === deliveryCalls.getMultivariantPlaylist.path) return 'playlist'
  if (file === undefined) return null
  return file.endsWith('.m3u8') ? 'playlist' : 'segment'
}
