import type { FastifyRequest } from 'fastify'
import type { HttpServer } from '../../../platform/http/server.ts'
import { problem } from '../../../platform/problem.ts'
import type { DiskStorage } from '../../../platform/storage/disk.ts'
import { openPartUrl, partPath } from '../../../platform/storage/disk-parts.ts'
import { PartLengthError } from '../../../platform/storage/part-writer.ts'
import type { Library } from '../library.ts'
import { assertPartAccess } from './part-access.ts'

/** Receives parts of uploads for storage on local disk, as a bucket does with presigned URLs. */
export function partRoute(library: Library, server: HttpServer, storage: DiskStorage, secret: string): void {
  const { app, clock, authenticator } = server
  app.register(async (scope) => {
    // The body is the file itself, so it is streamed to disk and not buffered.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null))
    scope.put(partPath, { config: { perMinute: false, isSlow: true } }, async (request, reply) => {
      const { grant: payload, signature } = queryOf(request)
      const grant = openPartUrl(payload, signature, secret, clock.now())
      if (grant === null) throw problem('forbidden', { detail: 'This URL has expired; request a new one' })
      await assertPartAccess(library, authenticator, grant)
      try {
        const part = await storage.writePart(grant.key, grant.multipartId, grant.partNumber, request.raw)
        return reply.header('etag', `"${part.etag}"`).send()
      } catch (error) {
        if (error instanceof PartLengthError) throw problem('upload-part-mismatch', { detail: error.message })
        switch (error instanceof Error && 'code' in error ? error.code : '') {
          case 'ENOENT':
            throw problem('upload-closed')
          case 'ENOSPC':
            throw problem('storage-full')
          // The sender disconnected or was replaced by a newer request, so there is no one to answer.
          case 'ECONNRESET':
          case 'ERR_STREAM_PREMATURE_CLOSE':
            request.log.debug({ requestId: request.id }, 'the sender of a part disconnected')
            return reply.hijack()
          default:
            throw error
        }
      }
    })
  })
}

function queryOf(request: FastifyRequest): { grant: string; signature: string } {
  const query = typeof request.query === 'object' && request.query !== null ? request.query : {}
  const text = (name: string) => {
    const value: unknown = Reflect.get(query, name)
    return typeof value === 'string' ? value : ''
  }
  return { grant: text('grant'), signature: text('signature') }
}
