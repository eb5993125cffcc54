import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { planStoryboard, posterArgs, storyboardArgs, waveformArgs } from '@kinora/media'
import type { Transaction } from '../../../platform/database/database.ts'
import { rowOf } from '../../../platform/database/row-of.ts'
import { recordChange } from '../../../platform/events/changes.ts'
import { limitsWithoutProgress } from '../../../platform/ffmpeg/limits.ts'
import { contentEvent } from '../contents/content-changes.ts'
import type { SourceRef } from '../contents/content-view.ts'
import { notifyPlayers } from '../contents/notify.ts'
import { changeContent, hasSourceId, lockContentRow } from '../contents/states.ts'
import { contents } from '../contents/tables.ts'
import { ContentGone, type Workspace } from '../contents/workspace.ts'
import { scheduleRemoval } from '../files/removals.ts'
import { generatedImageKey, sourceKey } from '../files/storage-keys.ts'
import type { Library } from '../library.ts'
import { openFile } from '../sources/source.ts'
import { imagesJob } from './jobs.ts'

/** Values of a content without generated images. */
export const noImages = { hasPoster: false, storyboard: null, hasWaveform: false } as const

const generatedImageNames = ['poster.jpg', 'storyboard.jpg', 'waveform.png'] as const

const types = { jpg: 'image/jpeg', png: 'image/png' } as const

/** Enqueues the images of the current source file. */
export function enqueueImages(
  { jobs }: Library,
  tx: Transaction,
  { id: contentId, environmentId, sourceId }: SourceRef,
): Promise<void> {
  return jobs.enqueue(tx, imagesJob, { contentId, sourceId }, { environmentId, key: sourceId ?? contentId })
}

/** Removes the images generated from a source file that was replaced. */
export async function removeGeneratedImages(
  library: Library,
  tx: Transaction,
  { id, environmentId, sourceId }: SourceRef,
): Promise<void> {
  for (const name of generatedImageNames)
    await scheduleRemoval(library, tx, environmentId, generatedImageKey(id, sourceId, name))
}

/**
 * Generates the poster, the storyboard and the waveform; each is shown as soon as it is ready. The first attempt
 * decodes only keyframes if they are close together. Later attempts generate what is missing and decode everything,
 * because not every frame that is marked as a keyframe is one. If the source is replaced meanwhile, these images are
 * removed.
 */
export async function generateImages(
  library: Library,
  source: SourceRef,
  isRetry: boolean,
  workspace: Workspace,
): Promise<void> {
  try {
    await generateMissingImages(library, source, isRetry, workspace)
  } catch (error) {
    if (error instanceof ContentGone) await removeOutdated(library, source)
    throw error
  }
}

async function generateMissingImages(
  library: Library,
  ref: SourceRef,
  isRetry: boolean,
  workspace: Workspace,
): Promise<void> {
  const { id: contentId, sourceId } = ref
  const [content] = await library.db.select().from(contents).where(rowOf(contents, ref))
  if (content?.sourceId !== sourceId) throw new ContentGone()
  if (!content.analysis) return
  const path = await openFile(library.storage, sourceKey(contentId, sourceId), workspace, 'input')
  const { source: probed, demuxer } = content.analysis
  const keyframeGapS = !isRetry ? content.analysis.keyframeGapS : null
  const { video } = probed
  const input = { path, demuxer, keyframeGapS: content.analysis.keyframeGapS }
  const { filters } = library.ffmpeg.capabilities

  const render = async (name: string, format: keyof typeof types, argsFor: (file: string) => string[]) => {
    const file = `${name}.${format}`
    // A storyboard reports no progress until it ends.
    const limits = limitsWithoutProgress(probed.durationS, library.config.ENCODE_MEMORY_BYTES)
    await library.ffmpeg.run('ffmpeg', argsFor(file), {
      limits,
      cwd: workspace.folder,
      signal: workspace.signal,
    })
    await library.storage.put(
      generatedImageKey(contentId, sourceId, file),
      await readFile(join(workspace.folder, file)),
      types[format],
    )
  }
  const storeChange = async (change: Partial<typeof contents.$inferInsert>) => {
    await library.db.transaction(async (tx) => {
      const row = await changeContent(tx, ref, ['processing', 'ready'], change, hasSourceId(sourceId))
      await recordChange(tx, null, contentEvent(row, 'video.asset.updated'), library.clock.now())
      await notifyPlayers(tx, row)
    })
  }

  const done = !isRetry ? noImages : content
  const source = video && { ...probed, video }
  if (source && !done.hasPoster) {
    await render('poster', 'jpg', (file) => posterArgs(input, source, filters, file, keyframeGapS))
    await storeChange({ hasPoster: true })
  }
  if (source && done.storyboard === null) {
    const storyboard = planStoryboard(source, keyframeGapS)
    await render('storyboard', 'jpg', (file) =>
      storyboardArgs(input, source, storyboard, filters, file, keyframeGapS),
    )
    await storeChange({ storyboard })
  }
  const audio = probed.audio.find(({ isDefault }) => isDefault) ?? probed.audio[0]
  if (audio && filters.has('showwavespic') && !done.hasWaveform) {
    await render('waveform', 'png', (file) => waveformArgs(input, probed, audio, file))
    await storeChange({ hasWaveform: true })
  }
  await storeChange({ imagesErrorId: null })
}

async function removeOutdated(library: Library, source: SourceRef): Promise<void> {
  await library.db.transaction(async (tx) => {
    const content = await lockContentRow(tx, source)
    if (content && content.sourceId !== source.sourceId) await removeGeneratedImages(library, tx, source)
  })
}
