import { messageOf } from '../../../platform/log.ts'
import { Problem } from '../../../platform/problem.ts'
import type { CaptionFile, ExtraFiles } from '../networks/driver.ts'
import { NetworkFailure } from '../networks/failures.ts'
import type { PostRow } from '../records/tables.ts'
import type { Social } from '../social.ts'

/** The thumbnail and the captions of the video of a post. Those that the video does not have are missing. One that cannot be read is
 * tried again, as one that could not be sent. */
export function extraFiles(
  { library, log }: Social,
  { contentId: id, environmentId }: PostRow,
  signal: AbortSignal,
): ExtraFiles {
  const content = { id, environmentId }
  let listed: readonly CaptionFile[] | null = null
  const readOr = async <T>(none: T, read: () => Promise<T>): Promise<T> => {
    try {
      return await read()
    } catch (error) {
      signal.throwIfAborted()
      if (error instanceof Problem && error.id === 'not-found') return none
      log.warn({ contentId: id, fault: messageOf(error) }, 'a file of a video for a social post was not read')
      throw new NetworkFailure('answer', 'the file could not be read here')
    }
  }
  return {
    thumbnail: () =>
      readOr(null, async () => {
        const { type, body } = await library.readPoster(content)
        return type === 'image/jpeg' ? body : null
      }),
    captions: async () => {
      listed ??= await readOr([], () => library.listCaptionFiles(content))
      return listed
    },
  }
}
