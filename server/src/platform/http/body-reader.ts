import { allCalls, type Call, type CallName } from '@kinora/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { problem } from '../problem.ts'
import { type Task, TaskFailed, tasksOf, type Workers } from '../workers/workers.ts'
import type { ReadBody } from './body-tasks.ts'
import { decodeJson } from './json-body.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Runs in a worker on the parsed body, whatever its size. */
    prepareBody?: Task<unknown, unknown>
  }
  interface FastifyRequest {
    /** The body if a worker has parsed and validated it. `body` then is only its start, for the log. */
    readBody: ReadBody | null
  }
}

/** Larger bodies are parsed by workers: a megabyte of errors takes zod longer than the event loop may wait. */
const MAX_INLINE_BYTES = 16 * 1024

const task = tasksOf<typeof import('./body-tasks.ts')>(new URL('./body-tasks.ts', import.meta.url))
const callNames = new Map(Object.entries<Call>(allCalls).map(([name, call]) => [call, name as CallName]))

/** Parses JSON bodies of calls. Bodies of other requests are not used. */
export function readJsonBodies(app: FastifyInstance, workers: Workers): void {
  const parseInline = app.getDefaultJsonParser('error', 'error')
  app.decorateRequest('readBody', null)
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, bytes: Buffer, done) => {
    const { call, prepareBody } = request.routeOptions.config
    // Requests without a body may still have the content type JSON.
    if (call === undefined || bytes.length === 0) return done(null, undefined)
    const callName = callNames.get(call)
    if (callName !== undefined && (prepareBody !== undefined || bytes.length > MAX_INLINE_BYTES)) {
      const given = { callName, bytes, prepare: prepareBody ?? null }
      readInWorker(workers, request, given).then((value) => done(null, value), done)
      return
    }
    void parseInline(request, decodeJson(bytes), done)
  })
}

async function readInWorker(
  workers: Workers,
  request: FastifyRequest,
  given: Parameters<typeof import('./body-tasks.ts').readBody>[0],
): Promise<unknown> {
  try {
    const read = await workers.run(task('readBody'), given)
    request.readBody = read
    request.body = read.start
    if ('problem' in read.result) throw problem(read.result.problem.id, read.result.problem.extra)
    return read.start
  } catch (error) {
    if (!(error instanceof TaskFailed)) throw error
    request.log.warn({ err: error, requestId: request.id }, 'a body could not be read')
    throw problem('body-too-large', { detail: 'Reading the request takes too much time or memory' })
  }
}
