import { lendFile } from '../../platform/ffmpeg/index.ts'
import { MediaRefused } from './analyse.ts'
import { sourceKey } from './keys.ts'
import type { Library } from './library.ts'
import type { Work } from './work.ts'

const NAME = 'input'

/**
 * Puts the content's source into the work's folder, to be read there and written by no one. Answers its name.
 * @throws MediaRefused where it is not in storage
 */
export async function openSource({ storage }: Library, contentId: string, work: Work): Promise<string> {
  const path = await storage.localFile(sourceKey(contentId), work.folder, work.signal)
  if (path === null) throw new MediaRefused('source-missing')
  await lendFile(path, work.folder, NAME)
  return NAME
}
