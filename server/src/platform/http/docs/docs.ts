import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { acceptsGzip } from '../compress.ts'
import type { HttpServer } from '../server.ts'
import { docsPage, docsPolicy } from './docs-page.ts'
import type { Offered } from './offered.ts'
import { openApiDocument } from './openapi.ts'

/** Documents from one address in a minute. */
const PER_MINUTE = 60
const compressed = promisify(gzip)
const decompressed = promisify(gunzip)

const written = new Map<string, Promise<Readonly<Record<'document' | 'page', Buffer>>>>()

/** The contract for programs at `/openapi.json` and for people at `/docs`. Written and compressed before the server answers,
 * because it takes longer than a request may wait for others, and once in a process for each set of areas. */
export async function serveDocs({ app }: HttpServer, { contract }: Offered): Promise<void> {
  const areas = Object.keys(contract).join()
  const docs = written.get(areas) ?? writeDocs(contract)
  written.set(areas, docs)
  const { document, page } = await docs
  const config = { perMinute: PER_MINUTE }
  app.get('/openapi.json', { config }, async (request, reply) => {
    reply.header('access-control-allow-origin', '*').type('application/json; charset=utf-8')
    return sendCompressed(request, reply, document)
  })
  app.get('/docs', { config }, async (request, reply) => {
    reply.header('content-security-policy', docsPolicy).type('text/html; charset=utf-8')
    return sendCompressed(request, reply, page)
  })
}

async function writeDocs(contract: Offered['contract']) {
  const [document, page] = await Promise.all([
    compressed(JSON.stringify(openApiDocument(contract))),
    compressed(docsPage(contract)),
  ])
  return { document, page }
}

async function sendCompressed(request: FastifyRequest, reply: FastifyReply, body: Buffer): Promise<Buffer> {
  reply.header('vary', 'accept-encoding')
  if (!acceptsGzip(request.headers['accept-encoding'])) return decompressed(body)
  reply.header('content-encoding', 'gzip')
  return body
}
