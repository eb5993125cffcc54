import { join } from 'node:path'
import { and, eq } from 'drizzle-orm'
import type { ContentRef, ContentRow } from '../contents/content-view.ts'
import { getContent } from '../contents/contents.ts'
import { renditions } from '../contents/tables.ts'
import { withWorkspace } from '../contents/workspace.ts'
import { mp4Name, originalName, safeFileName } from '../downloads/file-names.ts'
import { makeMp4 } from '../downloads/mp4.ts'
import { downloadKey } from '../files/storage-keys.ts'
import type { Library } from '../library.ts'
import { MediaRefused } from '../sources/analyze.ts'
import { openFile } from '../sources/source.ts'
import { withWholeVideo } from './whole-video.ts'

/** Names of the files of a video for other systems. */
export interface VideoFileNames {
  /** The title, as the start of a file name. */
  readonly base: string
  /** The rest of their names, such as `.mov`. Null if there is no such file. */
  readonly endings: Readonly<Record<VideoFile, string | null>>
}

export type VideoFile = 'original' | 'mp4'

/** @throws problem not-found, MediaRefused if the video is not ready */
export async function nameVideoFiles(library: Library, ref: ContentRef): Promise<VideoFileNames> {
  const content = await readyContent(library, ref)
  const original = originalName({ ...content, title: safeFileName(content.title) })
  const base = original.slice(0, original.lastIndexOf('.'))
  const rendition = await largestRendition(library, ref)
  return {
    base,
    endings: {
      // The file of a test video is not delivered.
      original: content.isTest ? null : original.slice(base.length),
      mp4: rendition === null ? null : mp4Name({ title: '' }, rendition.name),
    },
  }
}

/** Opens a file of a video: what was uploaded, or the segments of a recording, joined; or the largest rendition that plays
 * everywhere. @param run gets its path. @throws MediaRefused if there is none, ContentGone */
export async function withVideoFile<T>(
  library: Library,
  ref: ContentRef,
  file: VideoFile,
  signal: AbortSignal,
  run: (path: string) => Promise<T>,
): Promise<T> {
  if (file === 'original')
    return withWholeVideo(library, ref, signal, ({ path }, { folder }) => run(join(folder, path)))
  return withWorkspace(library, ref, signal, async (workspace) => {
    const rendition = await largestRendition(library, ref)
    if (rendition === null) throw new MediaRefused('source-missing')
    await makeMp4(library, ref.id, rendition.outputId, workspace)
    const key = downloadKey(ref.id, rendition.outputId)
    const path = await openFile(library.storage, key, workspace, 'download.mp4')
    return run(join(workspace.folder, path))
  })
}

async function readyContent({ db }: Library, { id, environmentId }: ContentRef): Promise<ContentRow> {
  const content = await getContent(db, environmentId, id)
  if (content.status !== 'ready' || content.trashedAt !== null) throw new MediaRefused('source-missing')
  return content
}

/** H.264 plays everywhere. Of a video without picture, its sound. */
async function largestRendition({ db }: Library, { id }: ContentRef) {
  const isReady = and(eq(renditions.contentId, id), eq(renditions.status, 'ready'))
  const rows = await db.select().from(renditions).where(isReady)
  const [video] = rows
    .filter(({ type, codec }) => type === 'video' && codec === 'h264')
    .sort((a, b) => (b.height ?? 0) - (a.height ?? 0))
  return video ?? rows.find(({ type, name }) => type === 'audio' && !name.startsWith('track-')) ?? null
}
