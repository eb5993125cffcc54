import { type Fit, type StillFormat, scaledImageArgs } from '@kinora/media'
import { and, eq } from 'drizzle-orm'
import type { Queryable } from '../../../platform/database/database.ts'
import { INPUT_NAME, runOnBytes } from '../../../platform/ffmpeg/index.ts'
import { problem } from '../../../platform/problem.ts'
import type { RenderedImage } from '../../delivery/index.ts'
import { pictureLimits } from '../files/limits.ts'
import { keptKey } from '../files/storage-keys.ts'
import type { Library } from '../library.ts'
import { thumbnails } from './tables.ts'

/** What showing a kept picture takes. */
export interface KeptPicture {
  readonly id: string
  readonly format: 'jpg' | 'gif'
  readonly width: number
  readonly height: number
}

export type PictureAsked = Fit & { format: StillFormat }

/** A picture that is kept of a video; null where there is none (any more). */
export async function keptPicture(db: Queryable, contentId: string, id: string): Promise<KeptPicture | null> {
  const { format, width, height } = thumbnails
  const [row] = await db
    .select({ id: thumbnails.id, format, width, height })
    .from(thumbnails)
    .where(and(eq(thumbnails.id, id), eq(thumbnails.contentId, contentId)))
  return row ?? null
}

const demuxers = { jpg: 'jpeg_pipe', gif: 'gif' } as const

/** A kept picture in another size or format, planned and not yet drawn; of a moving one its first. */
export function fittedPicture(
  { ffmpeg, workFolder }: Library,
  contentId: string,
  picture: KeptPicture,
  asked: PictureAsked,
): RenderedImage {
  const output = `fitted.${asked.format}`
  const input = { path: INPUT_NAME, demuxer: demuxers[picture.format] }
  const args = scaledImageArgs(input, picture, asked, output)
  return {
    identity: JSON.stringify([picture.id, asked]),
    async render(read) {
      const given = await read(keptKey(contentId, picture))
      if (given === null) throw problem('not-found')
      return runOnBytes(ffmpeg, workFolder, given, { args, output, limits: pictureLimits })
    },
  }
}
