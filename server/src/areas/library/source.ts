import { eq } from 'drizzle-orm'
import { lendFile } from '../../platform/ffmpeg/index.ts'
import type { Storage } from '../../platform/storage/storage.ts'
import { MediaRefused } from './analyse.ts'
import { ingestJob } from './job-definitions.ts'
import { sourceKey } from './keys.ts'
import type { Library } from './library.ts'
import { changeContent } from './states.ts'
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

/** Makes a video of ours the content's source, into the place of whatever was there, and hands on to ingest. @throws ContentGone */
export async function handOn(
  library: Library,
  contentId: string,
  path: string,
  change: { readonly fileName?: string } = {},
): Promise<void> {
  const { size } = await library.storage.putFile(sourceKey(contentId), path, 'video/mp4')
  await library.db.transaction(async (tx) => {
    const row = await changeContent(tx, contentId, ['processing'], {
      ...{ stage: 'queued', progress: 0, sourceBytes: size },
      ...change,
    })
    const key = { environmentId: row.environmentId, key: contentId }
    await library.jobs.enqueue(tx, ingestJob, { contentId }, key)
  })
}
