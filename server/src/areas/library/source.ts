import { eq } from 'drizzle-orm'
import { lendFile } from '../../platform/ffmpeg/index.ts'
import type { Storage } from '../../platform/storage/storage.ts'
import { MediaRefused } from './analyse.ts'
import { sourceKey } from './keys.ts'
import type { Library } from './library.ts'
import { contents } from './tables.ts'
import { ContentGone, type Work } from './work.ts'

const NAME = 'input'

/**
 * Puts the content's source into the work's folder, to be read there and written by no one. Answers its name.
 * @throws MediaRefused where it is not in storage, ContentGone
 */
export async function openSource({ db, storage }: Library, contentId: string, work: Work): Promise<string> {
  const [content] = await db
    .select({ sourceId: contents.sourceId })
    .from(contents)
    .where(eq(contents.id, contentId))
  if (!content) throw new ContentGone()
  return openFile(storage, sourceKey(contentId, content.sourceId), work, NAME)
}

/** Puts a file into the work's folder under that name. @throws MediaRefused where it is not in storage */
export async function openFile(storage: Storage, key: string, work: Work, name: string): Promise<string> {
  const path = await storage.localFile(key, work.folder, work.signal)
  if (path === null) throw new MediaRefused('source-missing')
  await lendFile(path, work.folder, name)
  return name
}
