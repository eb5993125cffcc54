import { type Fit, readImageHeader, type StillFormat, scaledImageArgs } from '@kinora/media'
import { and, eq } from 'drizzle-orm'
import type { Queryable } from '../../../platform/database/database.ts'
import { INPUT_NAME, runOnBytes } from '../../../platform/ffmpeg/index.ts'
import { imageLimits } from '../../../platform/ffmpeg/limits.ts'
import { problem } from '../../../platform/problem.ts'
import type { RenderedImage } from '../../delivery/index.ts'
import type { ContentRef } from '../contents/content-view.ts'
import { getContent } from '../contents/contents.ts'
import { partOf } from '../contents/part-of.ts'
import { generatedImageKey, thumbnailKey } from '../files/storage-keys.ts'
import type { Library } from '../library.ts'
import { thumbnails } from './tables.ts'

/** The data to serve a stored thumbnail. */
export interface StoredThumbnail {
  readonly id: string
  readonly format: 'jpg' | 'gif'
  readonly width: number
  readonly height: number
}

export type ThumbnailSize = Fit & { format: StillFormat }

/** A thumbnail of a video; null if it does not exist (any more). */
export async function getStoredThumbnail(
  db: Queryable,
  content: ContentRef,
  id: string,
): Promise<StoredThumbnail | null> {
  const { format, width, height } = thumbnails
  const [row] = await db
    .select({ id: thumbnails.id, format, width, height })
    .from(thumbnails)
    .where(and(partOf(thumbnails, content), eq(thumbnails.id, id)))
  return row ?? null
}

/** File of the chosen or generated poster, including posters of trashed videos.
 * @throws problem not-found */
export async function readPoster(
  { db, storage }: Library,
  environmentId: string,
  contentId: string,
): Promise<{ type: string; body: Buffer }> {
  const content = await getContent(db, environmentId, contentId)
  const { id, posterId, sourceId, hasPoster } = content
  const chosen = posterId === null ? null : await getStoredThumbnail(db, content, posterId)
  if (chosen === null && !hasPoster) throw problem('not-found')
  const key = chosen ? thumbnailKey(id, chosen) : generatedImageKey(id, sourceId, 'poster.jpg')
  const body = await storage.read(key)
  if (body === null) throw problem('not-found')
  return { type: chosen?.format === 'gif' ? 'image/gif' : 'image/jpeg', body }
}

const demuxers = { jpg: 'jpeg_pipe', gif: 'gif' } as const

/** A thumbnail in another size or format, planned but not yet rendered; of a GIF its first frame. */
export function resizedThumbnail(
  library: Library,
  contentId: string,
  thumbnail: StoredThumbnail,
  size: ThumbnailSize,
): RenderedImage {
  return resized(library, thumbnailKey(contentId, thumbnail), thumbnail.format, size)
}

/** The generated poster in another size or format, planned but not yet rendered. */
export function resizedPoster(library: Library, source: ImageSource, size: ThumbnailSize): RenderedImage {
  const key = generatedImageKey(source.contentId, source.sourceId, 'poster.jpg')
  return resized(library, key, 'jpg', size)
}

interface ImageSource {
  readonly contentId: string
  readonly sourceId: string | null
}

function resized(
  { ffmpeg, workFolder, config }: Library,
  key: string,
  format: StoredThumbnail['format'],
  size: ThumbnailSize,
): RenderedImage {
  const output = `fitted.${size.format}`
  const input = { path: INPUT_NAME, demuxer: demuxers[format] }
  return {
    identity: JSON.stringify([key, size]),
    async render(read) {
      const given = await read(key)
      const header = given && readImageHeader(given)
      if (!given || !header) throw problem('not-found')
      return runOnBytes(ffmpeg, workFolder, given, {
        args: scaledImageArgs(input, header, size, output),
        output,
        limits: { ...imageLimits, memoryBytes: config.IMAGE_MEMORY_BYTES },
      })
    },
  }
}
