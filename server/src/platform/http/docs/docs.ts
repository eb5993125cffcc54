import type { HttpServer } from '../server.ts'
import { docsPage, docsPolicy } from './docs-page.ts'
import { openApiDocument } from './openapi.ts'

/** The contract for programs at `/openapi.json` and for people at `/docs`. */
export async function serveDocs({ app }: HttpServer): Promise<void> {
  const document = JSON.stringify(openApiDocument())
  const page = docsPage()
  app.get('/openapi.json', async (_request, reply) =>
    reply.header('access-control-allow-origin', '*').type('application/json; charset=utf-8').send(document),
  )
  app.get('/docs', async (_request, reply) =>
    reply.header('content-security-policy', docsPolicy).type('text/html; charset=utf-8').send(page),
  )
}
