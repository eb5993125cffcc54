import { PassThrough, pipeline, Readable } from 'node:stream'
import type { S3Client } from '@aws-sdk/client-s3'
import { StoreFault } from '../file-store.ts'

/** Most bytes of an answer that is no object. A page of a list has 1 to 2 MB. */
const MOST_ANSWER_BYTES = 16 * 1024 ** 2

/** Ends answers that are too long, since the client reads them into memory. Objects are read piece by piece. */
export function limitAnswers(client: S3Client): void {
  client.middlewareStack.add(
    (next, { commandName }) =>
      async (args) => {
        const result = await next(args)
        const response = result.response as { statusCode?: number; body?: unknown }
        const isObject = commandName === 'GetObjectCommand' && (response.statusCode ?? 0) < 300
        if (response.body instanceof Readable && !isObject) response.body = limited(response.body)
        return result
      },
    // Within the step that reads the answer.
    { step: 'deserialize', priority: 'low', name: 'limitAnswers' },
  )
}

function limited(body: Readable): Readable {
  // The error of the body is that of its reader too.
  return pipeline(
    body,
    async function* (chunks: AsyncIterable<Buffer>) {
      let left = MOST_ANSWER_BYTES
      for await (const bytes of chunks) {
        left -= bytes.length
        if (left < 0) throw new StoreFault('protocol', 'the answer of the service is too long')
        yield bytes
      }
    },
    new PassThrough(),
    () => undefined,
  )
}
