import { libraryCalls } from '@kinora/contract'
import { attachmentNamed } from '../../../platform/http/attachment.ts'
import { route } from '../../../platform/http/route.ts'
import type { HttpServer } from '../../../platform/http/server.ts'
import { problem } from '../../../platform/problem.ts'
import { archiveOf, type FileTicket, type Library, linkedFile, openTicket } from '../../library/index.ts'
import { cacheFor, sendObject } from '../playback/send.ts'

/** Files that members take home, by links of an hour: a browser saves them as they come, however large they are. */
export function downloadRoutes(server: HttpServer, library: Library): void {
  route(server, libraryCalls.getLinkedFile, async ({ query, request, reply }) => {
    const ticket = openTicket(library, query.ticket)
    if (ticket.kind === 'file') {
      const { key, fileName } = await fileOf(library, ticket)
      const type = 'application/octet-stream'
      await sendObject(request, reply, library.storage, key, {
        type,
        cache: cacheFor.nobody,
        attachment: fileName,
      })
      return undefined
    }
    const archive = await archiveOf(library, ticket)
    if (archive === null) throw problem('not-found')
    reply
      .headers({ 'content-disposition': attachmentNamed(archive.fileName), 'content-length': archive.size })
      .type('application/zip')
    reply.send(request.method === 'HEAD' ? '' : archive.open())
    return undefined
  })
}

async function fileOf(library: Library, ticket: FileTicket) {
  const file = await linkedFile(library, ticket)
  if (file === null) throw problem('not-found')
  return file
}
