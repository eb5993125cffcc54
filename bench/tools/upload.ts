import { open, stat } from 'node:fs/promises'
import { Agent, type ClientRequest, type OutgoingHttpHeaders, request } from 'node:http'
import { basename } from 'node:path'
import { type Content, type Upload, uploadLimits } from '../../contract/src/index.ts'
import type { Client } from '../../server/src/testing/client.ts'

const READ_BYTES = 1024 ** 2
const agent = new Agent({ keepAlive: true })

/** A file whose parts have all been sent. */
export interface Sent {
  complete(): Promise<Content>
}

/** Sends a file in parts, with the same concurrency as the console. */
export async function sendParts(who: Client, path: string): Promise<Sent> {
  const { size: fileSize } = await stat(path)
  const upload = await who.call('createUpload', { body: { fileName: basename(path), fileSize } })
  const parts: { partNumber: number; etag: string }[] = []
  let next = 1
  const sendNext = async () => {
    while (next <= upload.partCount) {
      const partNumber = next++
      parts.push({ partNumber, etag: await sendPart(who, upload, path, partNumber) })
    }
  }
  await Promise.all(Array.from({ length: uploadLimits.partsAtOnce }, sendNext))
  return { complete: () => who.call('completeUpload', { params: { id: upload.uploadId }, body: { parts } }) }
}

async function sendPart(who: Client, upload: Upload, path: string, partNumber: number): Promise<string> {
  const { uploadId: id, partSize, fileSize } = upload
  const target = await who.call('createPartUrl', { params: { id }, body: { partNumber } })
  const start = (partNumber - 1) * partSize
  const end = Math.min(start + partSize, fileSize) - 1
  const { etag } = await put(new URL(target.url, who.url), path, { start, end }, target.headers)
  return typeof etag === 'string' ? etag : ''
}

/** PUTs bytes of a file. Returns the response headers. */
export async function put(
  url: URL,
  path: string,
  { start, end }: { start: number; end: number },
  headers: OutgoingHttpHeaders = {},
): Promise<OutgoingHttpHeaders> {
  const length = { 'content-length': end - start + 1 }
  const sending = request(url, { method: 'PUT', agent, headers: { ...headers, ...length } })
  const answered = answerOf(sending)
  await sendRange(sending, path, start, end)
  return answered
}

/** Alternates two buffers: a stream would allocate new ones, and their garbage collection would distort the
 * measurement. */
async function sendRange(to: ClientRequest, path: string, start: number, end: number): Promise<void> {
  await using handle = await open(path)
  const buffers = [Buffer.allocUnsafeSlow(READ_BYTES), Buffer.allocUnsafeSlow(READ_BYTES)]
  let sent: Promise<void> = Promise.resolve()
  for (let at = start; at <= end; at += READ_BYTES) {
    const [buffer = Buffer.alloc(0)] = buffers.reverse()
    const { bytesRead } = await handle.read(buffer, 0, Math.min(READ_BYTES, end + 1 - at), at)
    await sent
    sent = written(to, buffer.subarray(0, bytesRead))
  }
  await sent
  to.end()
}

function written(to: ClientRequest, bytes: Buffer): Promise<void> {
  return new Promise((resolve, reject) => to.write(bytes, (error) => (error ? reject(error) : resolve())))
}

function answerOf(sending: ClientRequest): Promise<OutgoingHttpHeaders> {
  return new Promise((resolve, reject) => {
    sending.once('error', reject)
    sending.once('response', (answer) => {
      const { statusCode = 0, headers } = answer
      answer.resume()
      answer.once('end', () =>
        statusCode < 300 ? resolve(headers) : reject(new Error(`a PUT answered ${statusCode}`)),
      )
    })
  })
}
