import { firstArgs, type Plan } from '@kinora/media'
import { and, eq, notLike } from 'drizzle-orm'
import { rowOf } from '../../../platform/database/row-of.ts'
import { encodeLimits } from '../../../platform/ffmpeg/limits.ts'
import { syncSourceTracks } from '../audio/audio-tracks.ts'
import type { Analysis } from '../contents/content-facts.ts'
import type { ContentRef, ContentRow } from '../contents/content-view.ts'
import { standardProfile } from '../contents/standard-profile.ts'
import { changeContent, markPlayable } from '../contents/states.ts'
import { contents, renditions } from '../contents/tables.ts'
import type { Workspace } from '../contents/workspace.ts'
import { encodingWork } from '../encoding/encoded-usage.ts'
import { fallbackAfter } from '../encoding/fallback.ts'
import { codecsJob, ladderJob } from '../encoding/jobs.ts'
import { renditionValues } from '../encoding/rendition-values.ts'
import { assertShortSegments } from '../encoding/repackaging.ts'
import { type RenditionRun, runRenditions } from '../encoding/run-renditions.ts'
import { openOverlay } from '../encoding-profiles/watermarks.ts'
import { scheduleOutputRemovals } from '../files/removals.ts'
import { enqueueImages } from '../images/images.ts'
import type { Library } from '../library.ts'
import { analyzeSource } from '../sources/analyze.ts'
import { openSource } from '../sources/source.ts'
import { besideAudioCheck } from '../sources/usable-audio.ts'
import { textsJob } from '../subtitles/jobs.ts'

/** Segments before the video is `ready`. Players reload a growing playlist after the duration of a segment: with only
 * one segment they would stall at that moment. */
const FIRST_SEGMENTS = 2

/**
 * Reads a content's source, makes it playable while the first rendition grows, and then enqueues the ladder.
 * @throws MediaRefused if the source cannot be encoded, ContentGone
 */
export async function ingestSource(library: Library, ref: ContentRef, workspace: Workspace): Promise<void> {
  if (await finishIfEncoded(library, ref)) return
  const content = await changeContent(library.db, ref, ['processing', 'ready'], { stage: 'reading' })
  const profile = content.profile ?? standardProfile
  const path = await openSource(library, content, workspace)
  const analysis = await analyzeSource(library.ffmpeg, path, workspace, profile.settings)
  if (!content.isTest)
    await library.usage.reserve(encodingWork(content, analysis.plan, analysis.source.durationS))
  await encodeWithFallbacks(library, content, path, analysis, workspace)
}

async function encodeWithFallbacks(
  library: Library,
  content: ContentRow,
  path: string,
  analysis: Analysis,
  workspace: Workspace,
): Promise<void> {
  try {
    await encodeFirst(library, content, path, analysis, workspace)
  } catch (error) {
    const { settings } = content.profile ?? standardProfile
    const other = await fallbackAfter(error, library.ffmpeg, path, analysis, settings, workspace)
    await encodeWithFallbacks(library, content, path, other, workspace)
  }
}

/** If an earlier attempt crashed after encoding, only enqueues what follows and keeps the renditions for viewers. */
async function finishIfEncoded(library: Library, ref: ContentRef): Promise<boolean> {
  const [content] = await library.db.select().from(contents).where(rowOf(contents, ref))
  if (content?.status !== 'ready' || content.analysis === null) return false
  const { plan } = content.analysis
  const made = await library.db
    .select({ name: renditions.name })
    .from(renditions)
    .where(and(eq(renditions.contentId, content.id), eq(renditions.status, 'ready')))
  const ready = new Set(made.map(({ name }) => name))
  if (![...firstRenditionNames(plan)].every((name) => ready.has(name))) return false
  await finishIngest(library, content, content.analysis, content.storyboard !== null)
  return true
}

/** Renditions of the first run: one video rendition and all audio. */
function firstRenditionNames(plan: Plan): Set<string> {
  const videoNames = plan.mode === 'audio-only' ? [] : [plan.first.name]
  return new Set([...videoNames, ...plan.audio.map(({ name }) => name)])
}

async function encodeFirst(
  library: Library,
  ref: ContentRef,
  path: string,
  analysis: Analysis,
  workspace: Workspace,
): Promise<void> {
  const { source, plan, demuxer } = analysis
  const { content, rows } = await storePlan(library, ref, analysis)
  const isRepackaged = plan.mode === 'passthrough'
  const names = firstRenditionNames(plan)
  const targets = rows.filter(({ name }) => names.has(name))
  const overlay = await openOverlay(library, content.id, content.profile ?? standardProfile, workspace)
  let isPlayable = false

  const run: Omit<RenditionRun, 'confirm'> = {
    content,
    targets,
    args: firstArgs({ path, demuxer }, source, plan, library.ffmpeg.capabilities.filters, overlay),
    limits: encodeLimits(source.durationS, library.config.ENCODE_MEMORY_BYTES),
    durationS: source.durationS,
    onGrowth: async (publishers) => {
      if (isRepackaged) assertShortSegments(publishers)
      if (isPlayable || !publishers.every(({ segments }) => segments.length >= FIRST_SEGMENTS)) return
      for (const each of publishers) await each.record()
      isPlayable = true
      await library.db.transaction((tx) => markPlayable(library, tx, content))
      await library.db.transaction((tx) => enqueueImages(library, tx, content))
    },
  }
  await besideAudioCheck(library.ffmpeg, path, analysis, workspace, (confirm) =>
    runRenditions(library, workspace, { ...run, confirm }),
  )
  await finishIngest(library, content, analysis, isPlayable)
}

async function finishIngest(
  library: Library,
  content: ContentRow,
  analysis: Analysis,
  wasPlayable: boolean,
): Promise<void> {
  const { plan } = analysis
  await library.db.transaction(async (tx) => {
    await markPlayable(library, tx, content)
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
    } else if (plan.mode !== 'audio-only' && (plan.later?.length ?? 0) > 0) {
      await library.jobs.enqueue(tx, codecsJob, { contentId: content.id }, key)
    } else {
      await tx.update(contents).set({ stage: null, progress: 1 }).where(rowOf(contents, content))
    }
  })
  if (!wasPlayable) await library.db.transaction((tx) => enqueueImages(library, tx, content))
}

/** Stores the analysis and inserts rows for the planned renditions, instead of those of an earlier attempt. */
async function storePlan(library: Library, ref: ContentRef, analysis: Analysis) {
  const { plan, source } = analysis
  const { video, durationS } = source
  return library.db.transaction(async (tx) => {
    const content = await changeContent(tx, ref, ['processing', 'ready'], {
      analysis,
      durationS,
      shortSide: video ? Math.min(video.displayWidth, video.displayHeight) : null,
      imagesErrorId: null,
      stage: plan.mode === 'passthrough' ? 'packaging' : 'encoding',
    })
    const old = await tx
      .delete(renditions)
      .where(and(eq(renditions.contentId, content.id), notLike(renditions.name, 'track-%')))
      .returning({ outputId: renditions.outputId })
    const outputIds = old.map(({ outputId }) => outputId)
    await scheduleOutputRemovals(library, tx, content, outputIds)
    await syncSourceTracks(library, tx, content, analysis)
    const rows = await tx.insert(renditions).values(renditionValues(content.id, plan)).returning()
    return { content, rows }
  })
}
