import { createHash } from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'
import { join } from 'node:path'
import { readBytes } from '../../../platform/storage/read-bytes.ts'
import { ContentGone, MediaRefused } from '../../library/index.ts'
import type { SourceFile } from '../networks/driver.ts'
import { Refused } from '../networks/failures.ts'
import type { PostRow } from '../records/tables.ts'
import type { Social } from '../social.ts'

const SAMPLE_BYTES = 256 * 1024

/** Opens the file of the video of a post. @throws Refused if there is none */
export async function withSourceFile<T>(
  { library }: Social,
  { contentId: id, environmentId }: PostRow,
  signal: AbortSignal,
  run: (file: SourceFile) => Promise<T>,
): Promise<T> {
  try {
    return await library.withWholeVideo({ id, environmentId }, signal, async ({ path }, { folder }) => {
      await using handle = await open(join(folder, path))
      const { size } = await handle.stat()
      const print = await printOf(handle, size)
      return await run({ size, print, read: (start, end) => readBytes(handle, start, end) })
    })
  } catch (error) {
    if (error instanceof ContentGone) throw new Refused('video', 'video-gone', 'the video was deleted')
    if (error instanceof MediaRefused)
      throw new Refused('video', 'video-not-ready', 'the file of the video is not there')
    throw error
  }
}

/** Tells files apart without reading all of a large one: its size, its first and its last bytes. */
async function printOf(handle: FileHandle, size: number): Promise<string> {
  const hash = createHash('sha256').update(String(size))
  hash.update(await readBytes(handle, 0, Math.min(SAMPLE_BYTES, size)))
  hash.update(await readBytes(handle, Math.max(size - SAMPLE_BYTES, 0), size))
  return hash.digest('base64url')
}
