import { libraryCalls } from '@kinora/contract'
import { attachmentNamed } from '../../../platform/http/attachment.ts'
import { route } from '../../../platform/http/route.ts'
import type { HttpServer } from '../../../platform/http/server.ts'
import { problem } from '../../../platform/problem.ts'
import type { Delivery } from '../delivery.ts'
import { cacheHeader, sendObject } from '../playback/send.ts'
import { cacheRules } from '../sources/cache-rules.ts'
import type { DownloadSource, LinkedFile } from '../sources/download-source.ts'

/** Downloads of members. Links let the browser stream files of any size to disk. */
export function downloadRoutes(server: HttpServer, { storage, downloads }: Delivery): void {
  route(server, libraryCalls.getLinkedFile, async ({ query, request, reply }) => {
    const file = await linkedFile(downloads, query.ticket)
    const { fileName } = file
    if (file.kind === 'object') {
      await sendObject(request, reply, storage, file.key, {
        type: 'application/octet-stream',
        cache: cacheHeader(cacheRules.never, null),
        attachment: fileName,
        readableBy: null,
      })
      return undefined
    }
    reply
      .headers({ 'content-disposition': attachmentNamed(fileName), 'content-length': file.sizeBytes })
      .type(file.type)
    reply.send(request.method === 'HEAD' ? '' : file.open())
    return undefined
  })
}

async function linkedFile(sources: readonly DownloadSource[], ticket: string): Promise<LinkedFile> {
  for (const source of sources) {
    const file = await source.open(ticket)
    if (file !== null) return file
  }
  throw problem('link-over')
}
