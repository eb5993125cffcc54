import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'

interface BuiltFiles {
  /** The folder of the build. */
  readonly folder: string
  /** Path prefix under which the files are served. */
  readonly prefix?: string
  /** Response headers of a file. */
  readonly headersOf: (path: string) => Readonly<Record<string, string>>
}

/** Serves the files of a build. Files that the build compressed are sent in the best form that the client accepts. */
export async function serveBuiltFiles(
  app: FastifyInstance,
  { folder, prefix = '/', headersOf }: BuiltFiles,
): Promise<void> {
  await app.register(fastifyStatic, {
    root: folder,
    prefix,
    wildcard: false,
    index: false,
    cacheControl: false,
    decorateReply: false,
    preCompressed: true,
    globIgnore: ['**/*.{br,gz}'],
    setHeaders: (reply, path) => void reply.headers(headersOf(path)),
  })
}
