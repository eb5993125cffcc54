import type { FileHandle } from 'node:fs/promises'
import { checksum } from './checksum.ts'

/** A part whose length differs from its place in the file. */
export class PartLengthError extends Error {
  override readonly name = 'PartLengthError'
  constructor(expected: number) {
    super(`this part has ${expected} bytes`)
  }
}

/** A socket delivers 64 KiB at a time, and each write costs a turn of the thread pool. */
const BATCH_BYTES = 1024 ** 2

/** Writes at most `expected` bytes from `offset` on, one batch while the next one arrives. Returns the ETag of the
 * written bytes.
 * @throws PartLengthError when the body is shorter or longer */
export async function writeAt(
  handle: FileHandle,
  offset: number,
  expected: number,
  body: AsyncIterable<Buffer>,
): Promise<{ size: number; etag: string }> {
  let size = 0
  const sum = checksum()
  let batch: Buffer[] = []
  let written = 0
  let writing = Promise.resolve()
  const writeBatch = async () => {
    await writing
    writing = writeWhole(handle, batch, offset + written)
    // The error is thrown when the write is awaited. Until then it may have no listener.
    writing.catch(() => undefined)
    written = size
    batch = []
  }
  for await (const chunk of body) {
    if (size + chunk.length > expected) throw new PartLengthError(expected)
    batch.push(chunk)
    sum.add(chunk)
    size += chunk.length
    if (size - written >= BATCH_BYTES) await writeBatch()
  }
  if (size !== expected) throw new PartLengthError(expected)
  await writeBatch()
  await writing
  return { size, etag: sum.end() }
}

async function writeWhole(handle: FileHandle, buffers: Buffer[], position: number): Promise<void> {
  const bytes = buffers.reduce((sum, { length }) => sum + length, 0)
  const { bytesWritten } = await handle.writev(buffers, position)
  if (bytesWritten === bytes) return release(buffers)
  await writeWhole(handle, [Buffer.concat(buffers).subarray(bytesWritten)], position + bytesWritten)
}

/** Frees memory at once: otherwise V8 would scan its whole heap every 64 MB of a body. */
function release(buffers: Buffer[]): void {
  for (const { buffer, byteLength } of buffers) {
    if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0)
  }
}
