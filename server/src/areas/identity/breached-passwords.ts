import { createHash } from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'

const HASH_LENGTH = 40
/** Longer than two lines. */
const READ_BYTES = 256

/** Whether a list of breached passwords has a password.
 * @param path a file of sorted lines that begin with the SHA-1 of a password in hexadecimal, as the downloader of Have I Been
 * Pwned writes it */
export async function isBreached(path: string, password: string): Promise<boolean> {
  const wanted = createHash('sha1').update(password).digest('hex')
  const file = await open(path)
  try {
    // The first line that is not before the wanted one begins at or after `low`, and at or before `high`.
    let low = 0
    let high = (await file.stat()).size
    while (low < high) {
      const middle = Math.floor((low + high) / 2)
      const line = await lineFrom(file, middle)
      if (line === null || line.hash >= wanted) high = middle
      else low = line.start + HASH_LENGTH
    }
    return (await lineFrom(file, low))?.hash === wanted
  } finally {
    await file.close()
  }
}

/** The first line that begins at a place or after it. Null after the last one. */
async function lineFrom(file: FileHandle, place: number): Promise<{ start: number; hash: string } | null> {
  const from = Math.max(0, place - 1)
  const { buffer, bytesRead } = await file.read(Buffer.alloc(READ_BYTES), 0, READ_BYTES, from)
  const skipped = place === 0 ? 0 : buffer.indexOf('\n') + 1
  if ((place > 0 && skipped === 0) || skipped >= bytesRead) return null
  const hash = buffer.toString('latin1', skipped, skipped + HASH_LENGTH).toLowerCase()
  return { start: from + skipped, hash }
}
