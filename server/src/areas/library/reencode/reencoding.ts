import { firstArgs, ladderArgs, type Overlay, type Plan, type Rung, segmentStarts } from '@kinora/media'
import { lte, sql } from 'drizzle-orm'
import { rowOf } from '../../../platform/database/row-of.ts'
import { encodeLimits, reasonOf } from '../../../platform/ffmpeg/limits.ts'
import { assertFreeSpaceForJob } from '../../../platform/storage/free-space.ts'
import { reencodeTracks } from '../audio/track-reencoding.ts'
import type { Analysis, ProfileSettings, Reencode } from '../contents/content-facts.ts'
import type { ContentRef, ContentRow } from '../contents/content-view.ts'
import { overallProgress } from '../contents/progress.ts'
import { lockContentRow } from '../contents/states.ts'
import { contents, type NewRendition } from '../contents/tables.ts'
import { ContentGone, type Workspace } from '../contents/workspace.ts'
import { fallbackAfter } from '../encoding/fallback.ts'
import { fitToTitle } from '../encoding/per-title.ts'
import { renditionValues } from '../encoding/rendition-values.ts'
import { assertShortSegments } from '../encoding/repackaging.ts'
import { encodeToStorage } from '../encoding/run-renditions.ts'
import { getSegments } from '../encoding/segments.ts'
import { retiredRenditions } from '../encoding-profiles/tables.ts'
import { openOverlay } from '../encoding-profiles/watermarks.ts'
import { expediteRemovals } from '../files/removals.ts'
import type { Library } from '../library.ts'
import { analyzeSource } from '../sources/analyze.ts'
import { besideAudioCheck } from '../sources/usable-audio.ts'
import type { ReencodeStep } from './jobs.ts'
import { isRunningAttempt, openNewSource } from './new-source.ts'
import { finishStep, lockStep, reencodeAtStep, stepsOf } from './reencode-steps.ts'
import {
  completeStaged,
  failStaged,
  listStaged,
  requeueStaged,
  stageRenditions,
  startStaged,
} from './staged-renditions.ts'

interface Reencoding {
  readonly content: ContentRow
  readonly step: ReencodeStep
  readonly path: string
  readonly overlay: Overlay | null
  readonly workspace: Workspace
}

/**
 * Runs one step of a re-encoding into outputs of its own. After the last step, the new renditions replace the current
 * ones in one transaction. Like the ladder, a step goes rung by rung after its first attempt.
 * @throws MediaRefused, ContentGone
 */
export async function reencode(
  library: Library,
  ref: ContentRef,
  step: ReencodeStep,
  isRetry: boolean,
  workspace: Workspace,
): Promise<void> {
  const [found] = await library.db.select().from(contents).where(rowOf(contents, ref))
  if (found === undefined) throw new ContentGone()
  const current = reencodeAtStep(found, step)
  if (current === null) return
  const { content, reencode } = current
  const path = await openNewSource(library, content, reencode, workspace)
  const overlay = await openOverlay(library, content.id, reencode.profile, workspace)
  const reencoding = { content, step, path, overlay, workspace }
  const rungs = reencode.analysis && stepsOf(reencode.analysis.plan)[step.step]
  const { profile } = reencode
  const analysis =
    !reencode.analysis || !rungs
      ? await encodeFirstStep(library, reencoding, profile.settings)
      : await encodeRemainingRungs(library, reencoding, reencode.analysis, rungs, isRetry)
  const isLast = step.step + 1 >= stepsOf(analysis.plan).length
  const tracks = isLast ? await reencodeTracks(library, workspace, content, analysis, profile) : []
  try {
    await library.db.transaction((tx) => finishStep(library, tx, content, step, tracks))
  } catch (error) {
    const outputIds = tracks.map(({ outputId }) => outputId)
    await expediteRemovals(library, library.db, content.environmentId, outputIds)
    throw error
  }
}

/** Deletes the rows of retired renditions that have expired. */
export async function deleteRetiredRenditions({ db, clock }: Library): Promise<void> {
  await db.delete(retiredRenditions).where(lte(retiredRenditions.until, clock.now()))
}

/** Reads the source, plans the renditions, and encodes the first one and all audio. */
async function encodeFirstStep(
  library: Library,
  reencoding: Reencoding,
  settings: ProfileSettings,
): Promise<Analysis> {
  const { path, workspace } = reencoding
  const found = await analyzeSource(library.ffmpeg, path, workspace, settings)
  return encodeWithFallbacks(library, reencoding, settings, found)
}

async function encodeWithFallbacks(
  library: Library,
  reencoding: Reencoding,
  settings: ProfileSettings,
  found: Analysis,
): Promise<Analysis> {
  const { path, workspace } = reencoding
  const analysis = await fitAnalysis(library, reencoding, settings, found)
  try {
    return await planAndRun(library, reencoding, analysis)
  } catch (error) {
    const other = await fallbackAfter(error, library.ffmpeg, path, analysis, settings, workspace)
    return encodeWithFallbacks(library, reencoding, settings, other)
  }
}

/** The analysis, with the ladder adjusted to the title if the profile asks for it. */
async function fitAnalysis(
  { ffmpeg }: Library,
  { path, workspace }: Reencoding,
  { perTitle }: ProfileSettings,
  analysis: Analysis,
): Promise<Analysis> {
  const { plan, source, demuxer, keyframeGapS } = analysis
  const { video } = source
  if (!perTitle || plan.mode === 'audio-only' || plan.isFitted || video === null) return analysis
  return {
    ...analysis,
    plan: await fitToTitle(ffmpeg, workspace, { path, demuxer, keyframeGapS }, { ...source, video }, plan),
  }
}

async function planAndRun(library: Library, reencoding: Reencoding, analysis: Analysis): Promise<Analysis> {
  const rows = renditionValues(reencoding.content.id, analysis.plan)
  await library.db.transaction(async (tx) => {
    const { content, reencode } = await lockStep(tx, reencoding.content, reencoding.step)
    await stageRenditions(library, tx, content, rows)
    const read: Reencode = { ...reencode, analysis }
    await tx.update(contents).set({ reencode: read }).where(rowOf(contents, content))
  })
  const { path, workspace } = reencoding
  await besideAudioCheck(library.ffmpeg, path, analysis, workspace, async (audioChecked) => {
    await encodeStagedRungs(library, reencoding, analysis, null)
    await audioChecked()
  })
  return analysis
}

/** @throws the first rung's failure, after all have been tried */
async function encodeRemainingRungs(
  library: Library,
  reencoding: Reencoding,
  analysis: Analysis,
  rungs: readonly Rung[],
  isRetry: boolean,
): Promise<Analysis> {
  const { content, workspace, step } = reencoding
  const rows = await listStaged(library.db, content.id)
  const ready = new Set(rows.filter(({ status }) => status === 'ready').map(({ name }) => name))
  const missing = rungs.filter(({ name }) => !ready.has(name))
  if (missing.length === 0) return analysis
  if (!isRetry) {
    await encodeStagedRungs(library, reencoding, analysis, missing)
    return analysis
  }
  let failure: unknown = null
  for (const rung of missing) {
    try {
      await encodeStagedRungs(library, reencoding, analysis, [rung])
    } catch (error) {
      if (workspace.signal.aborted || error instanceof ContentGone) throw error
      await library.db.transaction(async (tx) => {
        await lockStep(tx, content, step)
        await failStaged(tx, content.id, ({ name }) => name === rung.name, reasonOf(error))
      })
      failure ??= error
    }
  }
  if (failure !== null) throw failure
  return analysis
}

/** @param rungs null for the first run */
async function encodeStagedRungs(
  library: Library,
  reencoding: Reencoding,
  analysis: Analysis,
  rungs: Rung[] | null,
): Promise<void> {
  const { content, step, workspace } = reencoding
  const { plan, source } = analysis
  const first = plan.mode === 'audio-only' ? [] : [plan.first]
  const names = new Set((rungs ?? [...first, ...plan.audio]).map(({ name }) => name))
  const isMine = ({ name }: NewRendition) => names.has(name)
  const rows = await library.db.transaction(async (tx) => {
    await lockStep(tx, content, step)
    await startStaged(library, tx, content, isMine)
    return listStaged(tx, content.id)
  })
  const targets = rows.filter(isMine)
  const outputIds = targets.map(({ outputId }) => outputId)
  const starts = rungs === null ? null : await getSegmentStarts(library, rows, analysis.plan)
  const { report, isCanceled } = startReencodeProgress(library, content, step, (progress) =>
    overallProgress(rows.map((row) => progressPart(row, isMine(row) ? progress : 0))),
  )
  try {
    const bits = targets.reduce((sum, { bitrate }) => sum + bitrate, 0)
    await assertFreeSpaceForJob(library, (bits / 8) * source.durationS)
    const made = await encodeToStorage(library, workspace, {
      content,
      targets,
      args: argsOf(library, reencoding, analysis, rungs, starts),
      limits: encodeLimits(source.durationS, library.config.ENCODE_MEMORY_BYTES),
      durationS: source.durationS,
      ...(rungs === null &&
        plan.mode === 'passthrough' && { onGrowth: async (all) => assertShortSegments(all) }),
      onProgress: report,
      onPoll: async () => {
        if (isCanceled()) throw new ContentGone()
      },
    })
    await library.db.transaction(async (tx) => {
      await lockStep(tx, content, step)
      await completeStaged(library, tx, content, made)
    })
  } catch (error) {
    await releaseOutputs(library, content, step, outputIds)
    throw error
  }
}

/**
 * Queues the renditions of a failed attempt again with new outputs. Nothing writes to the old outputs any more, so they
 * can be removed now.
 */
async function releaseOutputs(
  library: Library,
  content: ContentRow,
  step: ReencodeStep,
  outputIds: readonly string[],
): Promise<void> {
  await library.db.transaction(async (tx) => {
    const current = reencodeAtStep(await lockContentRow(tx, content), step)
    if (current !== null)
      await requeueStaged(library, tx, current.content, ({ outputId }) => outputIds.includes(outputId))
    await expediteRemovals(library, tx, content.environmentId, outputIds)
  })
}

function argsOf(
  { ffmpeg }: Library,
  { path, overlay }: Reencoding,
  { plan, source, demuxer }: Analysis,
  rungs: Rung[] | null,
  starts: number[] | null,
): string[] {
  const { filters } = ffmpeg.capabilities
  const input = { path, demuxer }
  const { video } = source
  if (rungs === null || plan.mode === 'audio-only' || video === null)
    return firstArgs(input, source, plan, filters, overlay)
  return ladderArgs(input, { ...source, video }, plan, rungs, starts, filters, overlay)
}

/** Segment starts of a repackaged source; null if the encoder decides them. */
async function getSegmentStarts(
  { db }: Library,
  rows: readonly NewRendition[],
  plan: Plan,
): Promise<number[] | null> {
  if (plan.mode !== 'passthrough') return null
  const first = rows.find(({ name }) => name === plan.first.name)
  const segments = first === undefined ? [] : await getSegments(db, first.outputId)
  return segmentStarts(segments.map(([durationS]) => ({ uri: '', durationS })))
}

function progressPart(row: NewRendition, progress: number): Parameters<typeof overallProgress>[0][number] {
  const { type, codec = 'h264', isOriginal, width = null, height = null, status } = row
  return { type, codec, isOriginal, width, height, status, progress }
}

/** Reports the progress of the re-encoding, and detects when it was canceled. */
function startReencodeProgress(
  { db, progress }: Library,
  content: ContentRow,
  step: ReencodeStep,
  overallOf: (progress: number) => number,
) {
  const { id, environmentId } = content
  let isCanceled = false
  const subject = {
    environmentId,
    object: { type: 'asset' as const, id },
    contentId: id,
    task: 'reencode' as const,
  }
  const report = progress.start(subject, async (share) => {
    const overall = overallOf(share)
    const rows = await db
      .update(contents)
      .set({ reencode: sql`jsonb_set(${contents.reencode}, '{progress}', ${overall}::text::jsonb)` })
      .where(isRunningAttempt(content, step.reencodeId))
      .returning({ id: contents.id })
    isCanceled = rows.length === 0
    return overall
  })
  return { report, isCanceled: () => isCanceled }
}
