import type { MediaErrorId } from '@kinora/contract'
import {
  ladderArgs,
  type Overlay,
  type Rung,
  segmentStarts,
  type VideoPlan,
  type VideoSource,
} from '@kinora/media'
import { and, eq, inArray, ne } from 'drizzle-orm'
import type { Queryable } from '../../../platform/database/database.ts'
import { encodeLimits, reasonOf } from '../../../platform/ffmpeg/limits.ts'
import type { Analysis } from '../contents/content-facts.ts'
import type { ContentRef, ContentRow, RenditionRow } from '../contents/content-view.ts'
import { standardProfile } from '../contents/standard-profile.ts'
import { changeContent, failRenditions, lockContentRow, refreshContentProgress } from '../contents/states.ts'
import { renditions } from '../contents/tables.ts'
import { ContentGone, type Workspace } from '../contents/workspace.ts'
import { openOverlay } from '../encoding-profiles/watermarks.ts'
import type { Library } from '../library.ts'
import { openSource } from '../sources/source.ts'
import { codecsJob } from './jobs.ts'
import { renewOutputs } from './output-ids.ts'
import { fitToTitle } from './per-title.ts'
import { runRenditions } from './run-renditions.ts'
import { getSegments } from './segments.ts'

interface Ladder {
  readonly content: ContentRow
  readonly plan: VideoPlan
  readonly demuxer: string
  readonly source: VideoSource
  readonly path: string
  readonly overlay: Overlay | null
}

/**
 * Encodes the missing H.264 rungs of a content, then enqueues the other codecs. The first attempt makes all rungs in
 * one pass, so that the source is decoded once. Later attempts go rung by rung, so that one bad rung does not block the
 * others.
 * @throws the first rung's failure, after all have been tried
 */
export async function encodeLadder(
  library: Library,
  content: ContentRef,
  isRetry: boolean,
  workspace: Workspace,
): Promise<void> {
  const ladder = await openLadder(library, content, workspace)
  if (ladder === null) return
  const missing = await missingRungs(library.db, ladder.content, ladder.plan.rest, statusesToEncode(isRetry))
  if (missing.length === 0) {
    // An earlier attempt finished the rungs but crashed before it updated the content.
    await library.db.transaction((tx) => refreshContentProgress(library, tx, content))
  } else if (!isRetry) await encodeRungs(library, ladder, missing, workspace)
  else await encodeRungsOneByOne(library, ladder, missing, workspace)
  await enqueueCodecs(library, content)
}

/** Marks the missing H.264 rungs as failed; other codecs may still succeed. */
export async function failLadder(library: Library, content: ContentRef, reason: MediaErrorId): Promise<void> {
  await failRenditions(library, content, reason, eq(renditions.codec, 'h264'))
  await enqueueCodecs(library, content)
}

/**
 * Encodes the missing rungs in codecs other than H.264, one codec at a time. A failure does not stop the next codec.
 * @throws the first failure, after all have been tried
 */
export async function encodeCodecs(
  library: Library,
  content: ContentRef,
  isRetry: boolean,
  workspace: Workspace,
): Promise<void> {
  const ladder = await openLadder(library, content, workspace)
  if (ladder === null) return
  const missing = await missingRungs(
    library.db,
    ladder.content,
    ladder.plan.later ?? [],
    statusesToEncode(isRetry),
  )
  if (missing.length === 0) await library.db.transaction((tx) => refreshContentProgress(library, tx, content))
  let failure: unknown = null
  for (const rungs of Map.groupBy(missing, ({ codec }) => codec).values()) {
    try {
      if (!isRetry) await encodeRungs(library, ladder, rungs, workspace)
      else await encodeRungsOneByOne(library, ladder, rungs, workspace)
    } catch (error) {
      if (workspace.signal.aborted || error instanceof ContentGone) throw error
      failure ??= error
    }
  }
  if (failure !== null) throw failure
}

/** Marks the missing rungs in codecs other than H.264 as failed. */
export function failCodecs(library: Library, content: ContentRef, reason: MediaErrorId): Promise<void> {
  return failRenditions(library, content, reason, ne(renditions.codec, 'h264'))
}

async function enqueueCodecs(library: Library, ref: ContentRef): Promise<void> {
  await library.db.transaction(async (tx) => {
    const content = await lockContentRow(tx, ref)
    const { plan } = content?.analysis ?? {}
    if (content === undefined || plan === undefined || plan.mode === 'audio-only') return
    if ((await missingRungs(tx, content, plan.later ?? [], ['queued'])).length === 0) return
    const key = { environmentId: content.environmentId, key: content.id }
    await library.jobs.enqueue(tx, codecsJob, { contentId: content.id }, key)
  })
}

async function openLadder(library: Library, ref: ContentRef, workspace: Workspace): Promise<Ladder | null> {
  const content = await changeContent(library.db, ref, ['ready'], { stage: 'encoding' })
  const { analysis } = content
  if (!analysis?.source.video || analysis.plan.mode === 'audio-only') return null
  const { demuxer } = analysis
  const path = await openSource(library, content, workspace)
  const plan = await fitPlan(library, content, path, workspace, analysis, analysis.plan)
  const overlay = await openOverlay(library, content.id, content.profile ?? standardProfile, workspace)
  const { video } = analysis.source
  return { content, plan, demuxer, path, overlay, source: { ...analysis.source, video } }
}

/** The plan, adjusted to the title once if the profile asks for it. */
async function fitPlan(
  library: Library,
  content: ContentRow,
  path: string,
  workspace: Workspace,
  analysis: Analysis,
  plan: VideoPlan,
): Promise<VideoPlan> {
  const { source, demuxer, keyframeGapS } = analysis
  const { video } = source
  if (plan.isFitted || content.profile?.settings.perTitle !== true || video === null) return plan
  const fitted = await fitToTitle(
    library.ffmpeg,
    workspace,
    { path, demuxer, keyframeGapS },
    { ...source, video },
    plan,
  )
  const rungsByName = new Map([...fitted.rest, ...(fitted.later ?? [])].map((rung) => [rung.name, rung]))
  const dropped = [...plan.rest, ...(plan.later ?? [])].filter(({ name }) => !rungsByName.has(name))
  await library.db.transaction(async (tx) => {
    if ((await lockContentRow(tx, content)) === undefined) throw new ContentGone()
    const ofContent = eq(renditions.contentId, content.id)
    // Nothing was written for these renditions yet.
    if (dropped.length > 0) {
      const names = dropped.map(({ name }) => name)
      await tx.delete(renditions).where(and(ofContent, inArray(renditions.name, names)))
    }
    for (const { name, bitrateKbps } of rungsByName.values()) {
      const isRung = and(ofContent, eq(renditions.name, name))
      await tx
        .update(renditions)
        .set({ bitrate: bitrateKbps * 1000 })
        .where(isRung)
    }
    await changeContent(tx, content, ['ready'], { analysis: { ...analysis, plan: fitted } })
  })
  return fitted
}

async function encodeRungsOneByOne(
  library: Library,
  ladder: Ladder,
  rungs: Rung[],
  workspace: Workspace,
): Promise<void> {
  let failure: unknown = null
  for (const rung of rungs) {
    try {
      await encodeRungs(library, ladder, [rung], workspace)
    } catch (error) {
      if (workspace.signal.aborted || error instanceof ContentGone) throw error
      await failRenditions(library, ladder.content, reasonOf(error), eq(renditions.name, rung.name))
      failure ??= error
    }
  }
  if (failure !== null) throw failure
}

async function encodeRungs(
  library: Library,
  ladder: Ladder,
  rungs: Rung[],
  workspace: Workspace,
): Promise<void> {
  const { content, plan, demuxer, source, path, overlay } = ladder
  const { filters } = library.ffmpeg.capabilities
  const targets = await claimOutputs(library, content, rungs)
  const starts =
    plan.mode === 'passthrough' ? await getSegmentStarts(library, content, plan.first.name) : null
  await runRenditions(library, workspace, {
    content,
    targets,
    args: ladderArgs({ path, demuxer }, source, plan, rungs, starts, filters, overlay),
    limits: encodeLimits(source.durationS, library.config.ENCODE_MEMORY_BYTES),
    durationS: source.durationS,
  })
}

/**
 * The first attempt takes only queued rungs, because another job may have the others. Later attempts also take rungs
 * that they left unfinished.
 */
function statusesToEncode(isRetry: boolean): RenditionRow['status'][] {
  return isRetry ? ['queued', 'processing', 'failed'] : ['queued']
}

async function missingRungs(
  db: Queryable,
  content: ContentRow,
  rungs: readonly Rung[],
  statuses: RenditionRow['status'][],
): Promise<Rung[]> {
  const rows = await db
    .select({ name: renditions.name })
    .from(renditions)
    .where(and(eq(renditions.contentId, content.id), inArray(renditions.status, statuses)))
  const names = new Set(rows.map(({ name }) => name))
  return rungs.filter(({ name }) => names.has(name))
}

/** Claims an output id for each rung; rungs that an earlier attempt began get a new one. */
async function claimOutputs(library: Library, content: ContentRow, rungs: readonly Rung[]) {
  return library.db.transaction(async (tx) => {
    const names = rungs.map(({ name }) => name)
    const isMine = inArray(renditions.name, names)
    await lockContentRow(tx, content)
    await renewOutputs(library, tx, content, and(isMine, ne(renditions.status, 'queued')))
    const outputs = await tx
      .update(renditions)
      .set({ status: 'processing' })
      .where(and(eq(renditions.contentId, content.id), isMine))
      .returning({ name: renditions.name, outputId: renditions.outputId })
    if (outputs.length !== names.length) throw new ContentGone()
    return outputs
  })
}

async function getSegmentStarts({ db }: Library, content: ContentRow, name: string): Promise<number[]> {
  const [row] = await db
    .select({ outputId: renditions.outputId })
    .from(renditions)
    .where(and(eq(renditions.contentId, content.id), eq(renditions.name, name)))
  if (!row) throw new ContentGone()
  const segments = await getSegments(db, row.outputId)
  return segmentStarts(segments.map(([durationS]) => ({ uri: '', durationS })))
}
