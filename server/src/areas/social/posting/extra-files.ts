import { messageOf } from '../../../platform/log.ts'
import type { ExtraFiles } from '../networks/driver.ts'
import type { PostRow } from '../records/tables.ts'
import type { Social } from '../social.ts'

/** The thumbnail and the captions of the video of a post. What cannot be read is missing: the video is at its network already, and
 * must not wait for them. */
export function extraFiles(
  { library, log }: Social,
  { contentId: id, environmentId }: PostRow,
  signal: AbortSignal,
): ExtraFiles {
  const content = { id, environmentId }
  const readOr = async <T>(none: T, read: () => Promise<T>): Promise<T> => {
    try {
      return await read()
    } catch (error) {
      signal.throwIfAborted()
      log.warn(
        { contentId: id, fault: messageOf(error) },
        'a social post goes on without a file of its video',
      )
      return none
    }
  }
  return {
    thumbnail: () =>
      readOr(null, async () => {
        const { type, body } = await library.readPoster(content)
        return type === 'image/jpeg' ? body : null
      }),
    captions: () => readOr([], () => library.listCaptionFiles(content)),
  }
}
