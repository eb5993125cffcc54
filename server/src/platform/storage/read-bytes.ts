import type { FileHandle } from 'node:fs/promises'

/** The bytes of a file from `start` up to but not including `end`. @throws Error if the file does not have them */
export async function readBytes(handle: FileHandle, start: number, end: number): Promise<Buffer> {
  const bytes = Buffer.alloc(end - start)
  for (let at = 0; at < bytes.length; ) {
    const { bytesRead } = await handle.read(bytes, at, bytes.length - at, start + at)
    if (bytesRead === 0) throw new Error('the file became shorter')
    at += bytesRead
  }
  return bytes
}
