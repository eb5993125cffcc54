import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  type ImageRun,
  type Input,
  imageArgs,
  planStoryboard,
  posterRun,
  type Source,
  storyboardRun,
  waveformRun,
} from '@kinora/media'
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

/** An image that is missing. */
interface MissingImage {
  readonly file: (typeof generatedImageNames)[number]
  readonly run: ImageRun
  /** Values of the content once it is stored. */
  readonly change: Partial<typeof contents.$inferInsert>
}

/** The longest video, in seconds, and the most pixels of a frame, whose images are rendered in one run of ffmpeg: it
 * takes longer to start than to render them. */
const TOGETHER = { seconds: 60, pixels: 1920 * 1080 }

function fitTogether({ durationS, video }: Source): boolean {
  const pixels = (video?.width ?? 0) * (video?.height ?? 0)
  return durationS <= TOGETHER.seconds && pixels <= TOGETHER.pixels
}

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
 * decodes only keyframes if they are close together, and renders the images of a short video together. Later attempts
 * generate what is missing one by one and decode everything, because not every frame that is marked as a keyframe is one.
 * If the source is replaced meanwhile, these images are removed.
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
  const input = { path, demuxer, keyframeGapS: content.analysis.keyframeGapS }
  const { filters } = library.ffmpeg.capabilities
  const done = !isRetry ? noImages : content
  const missing = missingImages(input, probed, keyframeGapS, filters, done)

  const render = async (images: readonly MissingImage[]) => {
    // A storyboard reports no progress until it ends.
    const limits = limitsWithoutProgress(probed.durationS, library.config.ENCODE_MEMORY_BYTES)
    await library.ffmpeg.run('ffmpeg', imageArgs(images.map(({ run }) => run)), {
      limits,
      cwd: workspace.folder,
      signal: workspace.signal,
    })
    for (const { file } of images) {
      const bytes = await readFile(join(workspace.folder, file))
      const type = file.endsWith('.png') ? 'image/png' : 'image/jpeg'
      await library.storage.put(generatedImageKey(contentId, sourceId, file), bytes, type)
    }
  }
  const storeChange = async (change: Partial<typeof contents.$inferInsert>) => {
    await library.db.transaction(async (tx) => {
      const row = await changeContent(tx, ref, ['processing', 'ready'], change, hasSourceId(sourceId))
      await recordChange(tx, null, contentEvent(row, 'video.asset.updated'), library.clock.now())
      await notifyPlayers(tx, row)
    })
  }

  const isTogether = !isRetry && fitTogether(probed) && missing.length > 0
  for (const images of isTogether ? [missing] : missing.map((image) => [image])) {
    await render(images)
    const stored: MissingImage['change'] = {}
    for (const { change } of images) Object.assign(stored, change)
    await storeChange(stored)
  }
  await storeChange({ imagesErrorId: null })
}

function missingImages(
  input: Input,
  source: Source,
  keyframeGapS: number | null,
  filters: ReadonlySet<string>,
  done: Pick<typeof contents.$inferSelect, keyof typeof noImages>,
): MissingImage[] {
  const { video } = source
  const missing: MissingImage[] = []
  if (video && !done.hasPoster) {
    const file = 'poster.jpg'
    const run = posterRun(input, { ...source, video }, filters, file, keyframeGapS)
    missing.push({ file, run, change: { hasPoster: true } })
  }
  if (video && done.storyboard === null) {
    const file = 'storyboard.jpg'
    const storyboard = planStoryboard({ ...source, video }, keyframeGapS)
    const run = storyboardRun(input, { ...source, video }, storyboard, filters, file, keyframeGapS)
    missing.push({ file, run, change: { storyboard } })
  }
  const audio = source.audio.find(({ isDefault }) => isDefault) ?? source.audio[0]
  if (audio && filters.has('showwavespic') && !done.hasWaveform) {
    const file = 'waveform.png'
    const run = waveformRun(input, source, audio, file)
    missing.push({ file, run, change: { hasWaveform: true } })
  }
  return missing
}

async function removeOutdated(library: Library, source: SourceRef): Promise<void> {
  await library.db.transaction(async (tx) => {
    const content = await lockContentRow(tx, source)
    if (content && content.sourceId !== source.sourceId) await removeGeneratedImages(library, tx, source)
  })
}
