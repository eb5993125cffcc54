import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { planStoryboard, posterArgs, storyboardArgs } from '@kinora/media'
import { eq } from 'drizzle-orm'
import { emitContent } from './contents.ts'
import { imageKey } from './keys.ts'
import type { Library } from './library.ts'
import { stillLimits } from './limits.ts'
import { notifyPlayers } from './notify.ts'
import { openSource } from './source.ts'
import { changeContent } from './states.ts'
import { contents } from './tables.ts'
import { ContentGone, type Work } from './work.ts'

const JPEG = 'image/jpeg'

/**
 * Draws the poster and then the storyboard; each is shown as soon as it is there. The first attempt draws from
 * keyframes alone where they are near; later ones decode everything, as not all that are called keyframes are some.
 */
export async function drawImages(
  library: Library,
  contentId: string,
  attempt: number,
  work: Work,
): Promise<void> {
  const [content] = await library.db.select().from(contents).where(eq(contents.id, contentId))
  if (!content) throw new ContentGone()
  const video = content.analysis?.source.video
  if (!content.analysis || !video) return
  const path = await openSource(library, contentId, work)
  const { source: probed, demuxer } = content.analysis
  const keyframeGapS = attempt === 1 ? content.analysis.keyframeGapS : null
  const source = { ...probed, video }
  const input = { path, demuxer }
  const { filters } = library.ffmpeg.capabilities

  const draw = async (name: string, args: string[]) => {
    // A sheet of pictures shows no progress until it is whole.
    const limits = stillLimits(source.durationS, library.config.ENCODE_MEMORY_BYTES)
    await library.ffmpeg.run('ffmpeg', args, { limits, cwd: work.folder, signal: work.signal })
    await library.storage.put(imageKey(contentId, name), await readFile(join(work.folder, name)), JPEG)
  }
  const show = async (change: Partial<typeof contents.$inferInsert>) => {
    await library.db.transaction(async (tx) => {
      const row = await changeContent(tx, contentId, ['processing', 'ready'], change)
      await emitContent(library, tx, row, 'video.asset.updated')
      await notifyPlayers(tx, row)
    })
  }

  await draw('poster.jpg', posterArgs(input, source, filters, 'poster.jpg', keyframeGapS))
  await show({ hasPoster: true })
  const board = planStoryboard(source, keyframeGapS)
  await draw('storyboard.jpg', storyboardArgs(input, source, board, filters, 'storyboard.jpg', keyframeGapS))
  await show({ storyboard: board, imagesErrorId: null })
}
