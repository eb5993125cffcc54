import type { Readable } from 'node:stream'
import { chunksOf, type NewFile, StoreFault } from '../file-store.ts'
import { networkFault } from './faults.ts'
import { within } from './limits.ts'

/** The bytes of a transfer, which may stand still for the time of an answer.
 * @throws StoreFault no-answer, and changed if there are more bytes than the file has */
export async function* transferredBytes(
  body: Readable,
  size: number,
  signal: AbortSignal,
): AsyncGenerator<Buffer> {
  const pieces = body[Symbol.asyncIterator]()
  let left = size
  try {
    for (;;) {
      const { done, value } = await within(pieces.next(), signal)
      if (done === true) return
      const bytes = Buffer.from(value)
      left -= bytes.length
      if (left < 0) throw new StoreFault('changed', 'the file became longer')
      yield bytes
    }
  } catch (error) {
    throw networkFault(error) ?? error
  } finally {
    body.destroy()
  }
}

/** The first bytes of a transfer, also if a server sends more than it was asked for. */
export async function firstBytes(body: Readable, most: number, signal: AbortSignal): Promise<Buffer> {
  const chunks: Buffer[] = []
  let count = 0
  for await (const bytes of transferredBytes(body, Number.POSITIVE_INFINITY, signal)) {
    chunks.push(bytes)
    count += bytes.length
    if (count >= most) break
  }
  return Buffer.concat(chunks).subarray(0, most)
}

const WRITE_BYTES = 256 * 1024

/** The bytes of a new file, for a transfer in one piece. */
export async function* bytesOf(file: NewFile): AsyncGenerator<Uint8Array> {
  for await (const { bytes } of chunksOf(file, WRITE_BYTES)) yield bytes
}

/** Most bytes of an answer that is read whole. A page of a list has 1 MB at most. */
const MOST_ANSWER_BYTES = 4 * 1024 ** 2

/** A whole answer as text. @throws StoreFault protocol if it is too long */
export async function wholeText(body: Readable, signal: AbortSignal): Promise<string> {
  const bytes = await firstBytes(body, MOST_ANSWER_BYTES + 1, signal)
  if (bytes.length > MOST_ANSWER_BYTES)
    throw new StoreFault('protocol', 'the answer of the server is too long')
  return bytes.toString('utf8')
}
