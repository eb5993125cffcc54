import type { HttpServer } from '../server.ts'
import { docsPage, docsPolicy } from './docs-page.ts'
import { openApiDocument } from './openapi.ts'

let written: { readonly document: string; readonly page: string } | undefined

/** The contract for programs at `/openapi.json` and for people at `/docs`. Written before the server answers, because it
 * takes longer than a request may wait for others, and once in a process. */
export async function serveDocs({ app }: HttpServer): Promise<void> {
  written ??= { document: JSON.stringify(openApiDocument()), page: docsPage() }
  const { document, page } = written
  app.get('/openapi.json', async (_request, reply) =>
    reply.header('access-control-allow-origin', '*').type('application/json; charset=utf-8').send(document),
  )
  app.get('/docs', async (_request, reply) =>
    reply.header('content-security-policy', docsPolicy).type('text/html; charset=utf-8').send(page),
  )
}
