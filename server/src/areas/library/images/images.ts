import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { planStoryboard, posterArgs, storyboardArgs, waveformArgs } from '@kinora/media'
import { eq } from 'drizzle-orm'
import type { Transaction } from '../../../platform/database/database.ts'
import type { ContentRow } from '../contents/content-view.ts'
import { emitContent } from '../contents/contents.ts'
import { notifyPlayers } from '../contents/notify.ts'
import { changeContent, holdContent, isMadeOf } from '../contents/states.ts'
import { contents } from '../contents/tables.ts'
import { stillLimits } from '../files/limits.ts'
import { removeFile } from '../files/removals.ts'
import { drawnKey, sourceKey } from '../files/storage-keys.ts'
import { ContentGone, type Work } from '../files/work.ts'
import { openFile } from '../ingest/source.ts'
import { type DrawnSource, imagesJob } from '../job-definitions.ts'
import type { Library } from '../library.ts'

/** As if no picture were there. */
export const noPictures = { hasPoster: false, storyboard: null, hasWaveform: false } as const

const drawnNames = ['poster.jpg', 'storyboard.jpg', 'waveform.png'] as const

const types = { jpg: 'image/jpeg', png: 'image/png' } as const

type Drawn = Pick<ContentRow, 'id' | 'environmentId' | 'sourceId'>

/** Has the pictures of the video's file drawn. */
export function enqueueImages(
  { jobs }: Library,
  tx: Transaction,
  { id: contentId, environmentId, sourceId }: Drawn,
): Promise<void> {
  return jobs.enqueue(tx, imagesJob, { contentId, sourceId }, { environmentId, key: sourceId ?? contentId })
}

/** Has what was drawn of a file removed that is no longer the video's. */
export async function removeDrawn(
  library: Library,
  tx: Transaction,
  { id, environmentId, sourceId }: Drawn,
): Promise<void> {
  for (const name of drawnNames) await removeFile(library, tx, environmentId, drawnKey(id, sourceId, name))
}

/**
 * Draws the poster, the storyboard and how loud the sound is; each is shown as soon as it is there. The first attempt
 * draws from keyframes alone where they are near; later ones draw what is not there yet, and decode everything, as not
 * all that are called keyframes are some. Where another file takes the place of this one, that one has pictures of
 * its own, and these go.
 */
export async function drawImages(
  library: Library,
  source: DrawnSource,
  attempt: number,
  work: Work,
): Promise<void> {
  try {
    await drawSource(library, source, attempt, work)
  } catch (error) {
    if (error instanceof ContentGone) await removeOutdated(library, source)
    throw error
  }
}

async function drawSource(
  library: Library,
  { contentId, sourceId }: DrawnSource,
  attempt: number,
  work: Work,
): Promise<void> {
  const [content] = await library.db.select().from(contents).where(eq(contents.id, contentId))
  if (content?.sourceId !== sourceId) throw new ContentGone()
  if (!content.analysis) return
  const path = await openFile(library.storage, sourceKey(contentId, sourceId), work, 'input')
  const { source: probed, demuxer } = content.analysis
  const keyframeGapS = attempt === 1 ? content.analysis.keyframeGapS : null
  const { video } = probed
  const input = { path, demuxer }
  const { filters } = library.ffmpeg.capabilities

  const draw = async (name: string, format: keyof typeof types, argsFor: (file: string) => string[]) => {
    const file = `${name}.${format}`
    // A sheet of pictures shows no progress until it is whole.
    const limits = stillLimits(probed.durationS, library.config.ENCODE_MEMORY_BYTES)
    await library.ffmpeg.run('ffmpeg', argsFor(file), { limits, cwd: work.folder, signal: work.signal })
    await library.storage.put(
      drawnKey(contentId, sourceId, file),
      await readFile(join(work.folder, file)),
      types[format],
    )
  }
  const show = async (change: Partial<typeof contents.$inferInsert>) => {
    await library.db.transaction(async (tx) => {
      const row = await changeContent(tx, contentId, ['processing', 'ready'], change, isMadeOf(sourceId))
      await emitContent(library, tx, row, 'video.asset.updated')
      await notifyPlayers(tx, row)
    })
  }

  const there = attempt === 1 ? noPictures : content
  const source = video && { ...probed, video }
  if (source && !there.hasPoster) {
    await draw('poster', 'jpg', (file) => posterArgs(input, source, filters, file, keyframeGapS))
    await show({ hasPoster: true })
  }
  if (source && there.storyboard === null) {
    const board = planStoryboard(source, keyframeGapS)
    await draw('storyboard', 'jpg', (file) =>
      storyboardArgs(input, source, board, filters, file, keyframeGapS),
    )
    await show({ storyboard: board })
  }
  const audio = probed.audio.find(({ isDefault }) => isDefault) ?? probed.audio[0]
  if (audio && filters.has('showwavespic') && !there.hasWaveform) {
    await draw('waveform', 'png', (file) => waveformArgs(input, probed, audio, file))
    await show({ hasWaveform: true })
  }
  await show({ imagesErrorId: null })
}

async function removeOutdated(library: Library, { contentId, sourceId }: DrawnSource): Promise<void> {
  await library.db.transaction(async (tx) => {
    const content = await holdContent(tx, contentId)
    if (content && content.sourceId !== sourceId) await removeDrawn(library, tx, { ...content, sourceId })
  })
}
