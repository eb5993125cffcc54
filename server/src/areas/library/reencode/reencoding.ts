import {
  firstArgs,
  ladderArgs,
  type Overlay,
  type Plan,
  planLadder,
  type Rung,
  segmentStarts,
} from '@kinora/media'
import { eq, lte, sql } from 'drizzle-orm'
import { forgetPlaces } from '../audio/track-making.ts'
import { makeTracks } from '../audio/track-remaking.ts'
import type { Analysis, ProfileSettings, Reencode } from '../contents/content-facts.ts'
import type { ContentRow } from '../contents/content-view.ts'
import { holdContent } from '../contents/states.ts'
import { contents, type NewRendition } from '../contents/tables.ts'
import { fitToTitle } from '../encoding/per-title.ts'
import { overallProgress } from '../encoding/progress.ts'
import { renditionValues } from '../encoding/rendition-values.ts'
import { assertShortSegments, SegmentsTooLong } from '../encoding/repackaging.ts'
import { encodeToStorage } from '../encoding/run-renditions.ts'
import { segmentsOf } from '../encoding/segments.ts'
import { formerRenditions } from '../encoding-profiles/tables.ts'
import { openOverlay } from '../encoding-profiles/watermarks.ts'
import { assertRoomToWork } from '../files/free-space.ts'
import { encodeLimits, reasonOf } from '../files/limits.ts'
import { hastenRemovals } from '../files/removals.ts'
import { ContentGone, type Work } from '../files/work.ts'
import { analyse } from '../ingest/analyze.ts'
import type { ReencodeStep } from '../job-definitions.ts'
import type { Library } from '../library.ts'
import { isRunning, openNewSource } from '../replace/new-source.ts'
import { atStep, finishStep, holdStep, stepsOf } from './reencode-steps.ts'
import { beginFresh, failFresh, finishFresh, freshOf, planFresh, renewFresh } from './staged-renditions.ts'

interface Reencoding {
  readonly content: ContentRow
  readonly step: ReencodeStep
  readonly path: string
  readonly overlay: Overlay | null
  readonly work: Work
}

/**
 * Does one step of making all renditions anew, at places of their own; after the last one they take the place of those
 * that are there, in one transaction. Like the ladder that a video gets first, a step goes rung by rung after its first
 * attempt.
 * @throws MediaRefused, ContentGone
 */
export async function reencode(
  library: Library,
  step: ReencodeStep,
  attempt: number,
  work: Work,
): Promise<void> {
  const [found] = await library.db.select().from(contents).where(eq(contents.id, step.contentId))
  if (found === undefined) throw new ContentGone()
  const held = atStep(found, step)
  if (held === null) return
  const { content, reencode } = held
  const path = await openNewSource(library, content, reencode, work)
  const overlay = await openOverlay(library, content.id, reencode.profile, work)
  const reencoding = { content, step, path, overlay, work }
  const rungs = reencode.analysis && stepsOf(reencode.analysis.plan)[step.step]
  const { profile } = reencode
  const analysis =
    !reencode.analysis || !rungs
      ? await makeFirst(library, reencoding, profile.settings)
      : await makeRest(library, reencoding, reencode.analysis, rungs, attempt)
  const isLast = step.step + 1 >= stepsOf(analysis.plan).length
  const tracks = isLast ? await makeTracks(library, work, content, analysis, profile) : []
  try {
    await library.db.transaction((tx) => finishStep(library, tx, step, tracks))
  } catch (error) {
    const places = tracks.map(({ filesId }) => filesId)
    await forgetPlaces(library, places)
    throw error
  }
}

/** Nobody watches any more what others took the place of. */
export async function forgetFormer({ db, clock }: Library): Promise<void> {
  await db.delete(formerRenditions).where(lte(formerRenditions.until, clock.now()))
}

/** Reads the source, decides what will be made, and makes the first of it and all sound. */
async function makeFirst(
  library: Library,
  reencoding: Reencoding,
  settings: ProfileSettings,
): Promise<Analysis> {
  const { path, work } = reencoding
  const found = await analyse(library.ffmpeg, path, work, settings)
  const analysis = await fitted(library, reencoding, settings, found)
  try {
    return await planAndRun(library, reencoding, analysis)
  } catch (error) {
    if (!(error instanceof SegmentsTooLong)) throw error
    const plan = { ...planLadder(analysis.source, null, settings), audio: analysis.plan.audio }
    const encoded = await fitted(library, reencoding, settings, { ...analysis, plan })
    return planAndRun(library, reencoding, encoded)
  }
}

/** What was found, with the ladder that the title needs where its profile asks for that. */
async function fitted(
  { ffmpeg }: Library,
  { path, work }: Reencoding,
  { perTitle }: ProfileSettings,
  analysis: Analysis,
): Promise<Analysis> {
  const { plan, source, demuxer } = analysis
  const { video } = source
  if (!perTitle || plan.mode === 'audio-only' || video === null) return analysis
  return { ...analysis, plan: await fitToTitle(ffmpeg, work, { path, demuxer }, { ...source, video }, plan) }
}

async function planAndRun(library: Library, reencoding: Reencoding, analysis: Analysis): Promise<Analysis> {
  const rows = renditionValues(reencoding.content.id, analysis.plan)
  await library.db.transaction(async (tx) => {
    const { content, reencode } = await holdStep(tx, reencoding.step)
    await planFresh(library, tx, content, rows)
    const read: Reencode = { ...reencode, analysis }
    await tx.update(contents).set({ reencode: read }).where(eq(contents.id, content.id))
  })
  await makeRungs(library, reencoding, analysis, null)
  return analysis
}

/** @throws the first rung's failure, after all have been tried */
async function makeRest(
  library: Library,
  reencoding: Reencoding,
  analysis: Analysis,
  rungs: readonly Rung[],
  attempt: number,
): Promise<Analysis> {
  const { content, work, step } = reencoding
  const rows = await freshOf(library.db, content.id)
  const ready = new Set(rows.filter(({ status }) => status === 'ready').map(({ name }) => name))
  const missing = rungs.filter(({ name }) => !ready.has(name))
  if (missing.length === 0) return analysis
  if (attempt === 1) {
    await makeRungs(library, reencoding, analysis, missing)
    return analysis
  }
  let failure: unknown = null
  for (const rung of missing) {
    try {
      await makeRungs(library, reencoding, analysis, [rung])
    } catch (error) {
      if (work.signal.aborted || error instanceof ContentGone) throw error
      await library.db.transaction(async (tx) => {
        await holdStep(tx, step)
        await failFresh(tx, content.id, ({ name }) => name === rung.name, reasonOf(error))
      })
      failure ??= error
    }
  }
  if (failure !== null) throw failure
  return analysis
}

/** @param rungs null for the first run */
async function makeRungs(
  library: Library,
  reencoding: Reencoding,
  analysis: Analysis,
  rungs: Rung[] | null,
): Promise<void> {
  const { content, step, work } = reencoding
  const { plan, source } = analysis
  const first = plan.mode === 'audio-only' ? [] : [plan.first]
  const names = new Set((rungs ?? [...first, ...plan.audio]).map(({ name }) => name))
  const isMine = ({ name }: NewRendition) => names.has(name)
  const rows = await library.db.transaction(async (tx) => {
    await holdStep(tx, step)
    await beginFresh(library, tx, content, isMine)
    return freshOf(tx, content.id)
  })
  const targets = rows.filter(isMine)
  const places = targets.map(({ filesId }) => filesId)
  const starts = rungs === null ? null : await startsOf(library, rows, analysis.plan)
  const { report, isGone } = reportReencode(library, content, step, (progress) =>
    overallProgress(rows.map((row) => partOf(row, isMine(row) ? progress : 0))),
  )
  try {
    const bits = targets.reduce((sum, { bitrate }) => sum + bitrate, 0)
    await assertRoomToWork(library, (bits / 8) * source.durationS)
    const made = await encodeToStorage(library, work, {
      ...{ content, targets, args: argsOf(library, reencoding, analysis, rungs, starts) },
      limits: encodeLimits(source.durationS, library.config.ENCODE_MEMORY_BYTES),
      durationS: source.durationS,
      ...(rungs === null &&
        plan.mode === 'passthrough' && { onGrowth: async (all) => assertShortSegments(all) }),
      onProgress: report,
      onLook: async () => {
        if (isGone()) throw new ContentGone()
      },
    })
    await library.db.transaction(async (tx) => {
      await holdStep(tx, step)
      await finishFresh(tx, content.id, made)
    })
  } catch (error) {
    await letGo(library, step, places)
    throw error
  }
}

/** What was begun here is made anew elsewhere, if at all. Nothing is written here any more, so what is need not wait to be removed. */
async function letGo(library: Library, step: ReencodeStep, places: readonly string[]): Promise<void> {
  await library.db.transaction(async (tx) => {
    const held = atStep(await holdContent(tx, step.contentId), step)
    if (held !== null) await renewFresh(library, tx, held.content, ({ filesId }) => places.includes(filesId))
    await hastenRemovals(library, tx, places)
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

/** Where the segments of a repackaged source begin; null where the encoder decides. */
async function startsOf(
  { db }: Library,
  rows: readonly NewRendition[],
  plan: Plan,
): Promise<number[] | null> {
  if (plan.mode !== 'passthrough') return null
  const first = rows.find(({ name }) => name === plan.first.name)
  const segments = first === undefined ? [] : await segmentsOf(db, first.filesId)
  return segmentStarts(segments.map(([durationS]) => ({ uri: '', durationS })))
}

function partOf(row: NewRendition, progress: number): Parameters<typeof overallProgress>[0][number] {
  const { type, codec = 'h264', isOriginal, width = null, height = null, status } = row
  return { type, codec, isOriginal, width, height, status, progress }
}

/** Reports how far encoding again is, and notices when it is no longer wanted. */
function reportReencode(
  { db, progress }: Library,
  { id, environmentId }: ContentRow,
  step: ReencodeStep,
  overallOf: (progress: number) => number,
) {
  let isGone = false
  const subject = {
    ...{ environmentId, object: { type: 'asset' as const, id }, contentId: id },
    task: 'reencode' as const,
  }
  const report = progress.start(subject, async (share) => {
    const overall = overallOf(share)
    const rows = await db
      .update(contents)
      .set({ reencode: sql`jsonb_set(${contents.reencode}, '{progress}', ${overall}::text::jsonb)` })
      .where(isRunning(step.contentId, step.reencodeId))
      .returning({ id: contents.id })
    isGone = rows.length === 0
    return overall
  })
  return { report, isGone: () => isGone }
}
