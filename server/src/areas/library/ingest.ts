import { randomUUID } from 'node:crypto'
import { firstArgs, fps, type Plan, planLadder, type Rung } from '@kinora/media'
import { and, eq } from 'drizzle-orm'
import { uuidv7 } from '../../platform/ids.ts'
import { analyse } from './analyse.ts'
import type { ContentRow } from './content-view.ts'
import { imagesJob, ladderJob, textsJob } from './job-definitions.ts'
import type { Library } from './library.ts'
import { encodeLimits } from './limits.ts'
import type { Publisher } from './publisher.ts'
import { removeSuperseded } from './removals.ts'
import { runRenditions } from './run-renditions.ts'
import { openSource } from './source.ts'
import { becomePlayable, changeContent } from './states.ts'
import { type Analysis, contents, renditions } from './tables.ts'
import type { Work } from './work.ts'

/** A repackaged source whose keyframes turn out too far apart is encoded after all. */
const MAX_REPACKAGED_SEGMENT_S = 12

class SegmentsTooLong extends Error {
  override readonly name = 'SegmentsTooLong'
}

/**
 * Reads a content's source and makes it playable while its first rendition grows; then hands on to the ladder.
 * @throws MediaRefused for what cannot become video, ContentGone
 */
export async function ingest(library: Library, contentId: string, work: Work): Promise<void> {
  if (await wasDone(library, contentId)) return
  await changeContent(library.db, contentId, ['processing', 'ready'], { stage: 'reading' })
  const path = await openSource(library, contentId, work)
  const analysis = await analyse(library.ffmpeg, path, work)
  try {
    await runFirst(library, contentId, path, analysis, work)
  } catch (error) {
    if (!(error instanceof SegmentsTooLong)) throw error
    const plan = planLadder(analysis.source)
    await runFirst(library, contentId, path, { ...analysis, plan }, work)
  }
}

/** An attempt that died after its work was done has only left out what follows; viewers keep what they have. */
async function wasDone(library: Library, contentId: string): Promise<boolean> {
  const [content] = await library.db.select().from(contents).where(eq(contents.id, contentId))
  if (content?.status !== 'ready' || content.analysis === null) return false
  const { plan } = content.analysis
  const made = await library.db
    .select({ name: renditions.name })
    .from(renditions)
    .where(and(eq(renditions.contentId, contentId), eq(renditions.status, 'ready')))
  const ready = new Set(made.map(({ name }) => name))
  if (![...firstNames(plan)].every((name) => ready.has(name))) return false
  await finish(library, content, content.analysis, content.storyboard !== null)
  return true
}

/** What the first run makes: one picture and all sound. */
function firstNames(plan: Plan): Set<string> {
  const picture = plan.mode === 'audio-only' ? [] : [plan.first.name]
  return new Set([...picture, ...plan.audio.map(({ name }) => name)])
}

async function runFirst(
  library: Library,
  contentId: string,
  path: string,
  analysis: Analysis,
  work: Work,
): Promise<void> {
  const { source, plan, demuxer } = analysis
  const { content, rows } = await planRenditions(library, contentId, analysis)
  const isRepackaged = plan.mode === 'passthrough'
  const names = firstNames(plan)
  const targets = rows.filter(({ name }) => names.has(name))
  let isPlayable = false

  await runRenditions(library, work, {
    content,
    targets,
    args: firstArgs({ path, demuxer }, source, plan, library.ffmpeg.capabilities.filters),
    limits: encodeLimits(source.durationS, library.config.ENCODE_MEMORY_BYTES),
    durationS: source.durationS,
    onGrowth: async (publishers) => {
      if (isRepackaged) assertShortSegments(publishers)
      if (isPlayable || !publishers.every(({ segments }) => segments.length > 0)) return
      for (const each of publishers) await each.record()
      isPlayable = true
      await library.db.transaction((tx) => becomePlayable(library, tx, contentId))
      await enqueueImages(library, content, analysis)
    },
  })
  await finish(library, content, analysis, isPlayable)
}

function assertShortSegments(publishers: readonly Publisher[]): void {
  const tooLong = publishers.some(({ segments }) =>
    segments.some(([durationS]) => durationS > MAX_REPACKAGED_SEGMENT_S),
  )
  if (tooLong) throw new SegmentsTooLong()
}

async function finish(
  library: Library,
  content: ContentRow,
  analysis: Analysis,
  wasPlayable: boolean,
): Promise<void> {
  const { plan } = analysis
  await library.db.transaction(async (tx) => {
    await becomePlayable(library, tx, content.id)
    const key = { environmentId: content.environmentId, key: content.id }
    if (analysis.texts !== undefined && analysis.texts.length > 0)
      await library.jobs.enqueue(tx, textsJob, { contentId: content.id }, key)
    if (plan.mode !== 'audio-only' && plan.rest.length > 0) {
      await library.jobs.enqueue(
        tx,
        ladderJob(library.config.ENCODE_CONCURRENCY),
        { contentId: content.id },
        key,
      )
    } else {
      await tx.update(contents).set({ stage: null, progress: 1 }).where(eq(contents.id, content.id))
    }
  })
  if (!wasPlayable) await enqueueImages(library, content, analysis)
}

async function enqueueImages(library: Library, content: ContentRow, { plan }: Analysis): Promise<void> {
  if (plan.mode === 'audio-only') return
  const { environmentId, id: contentId } = content
  await library.db.transaction((tx) =>
    library.jobs.enqueue(tx, imagesJob, { contentId }, { environmentId, key: contentId }),
  )
}

/** Writes down what was found and what will be made; renditions of an earlier attempt make room. */
async function planRenditions(library: Library, contentId: string, analysis: Analysis) {
  const { plan, source } = analysis
  const { video, durationS } = source
  return library.db.transaction(async (tx) => {
    const content = await changeContent(tx, contentId, ['processing', 'ready'], {
      analysis,
      durationS,
      shortSide: video ? Math.min(video.displayWidth, video.displayHeight) : null,
      imagesErrorId: null,
      stage: plan.mode === 'passthrough' ? 'packaging' : 'encoding',
    })
    const old = await tx
      .delete(renditions)
      .where(eq(renditions.contentId, contentId))
      .returning({ filesId: renditions.filesId })
    const places = old.map(({ filesId }) => filesId)
    await removeSuperseded(library, tx, content, places)
    const rows = await tx.insert(renditions).values(renditionValues(contentId, analysis)).returning()
    return { content, rows }
  })
}

function renditionValues(contentId: string, { plan }: Analysis): (typeof renditions.$inferInsert)[] {
  const common = () => ({ id: uuidv7(), filesId: randomUUID(), contentId })
  const rungs: Rung[] =
    plan.mode === 'audio-only' ? [] : [plan.first, ...plan.rest].sort((a, b) => a.height - b.height)
  const isFirst = (rung: Rung) => plan.mode !== 'audio-only' && rung === plan.first
  const pictures = rungs.map((rung, position) => ({
    ...common(),
    position,
    name: rung.name,
    type: 'video' as const,
    isOriginal: rung.kind === 'passthrough',
    width: rung.width,
    height: rung.height,
    frameRate: fps(rung.frameRate),
    bitrate: rung.bitrateKbps * 1000,
    status: isFirst(rung) ? ('processing' as const) : ('queued' as const),
  }))
  const sounds = plan.audio.map((track, n) => ({
    ...common(),
    position: 100 + n,
    name: track.name,
    type: 'audio' as const,
    isOriginal: track.kind === 'copy',
    bitrate: track.bitrateKbps * 1000,
    language: track.language,
    label: track.title,
    isDefault: track.isDefault,
    channels: track.channels,
    status: 'processing' as const,
  }))
  return [...pictures, ...sounds]
}
