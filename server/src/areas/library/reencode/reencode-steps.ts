import type { MediaErrorId } from '@kinora/contract'
import type { Plan, Rung } from '@kinora/media'
import { eq } from 'drizzle-orm'
import { addSeconds } from '../../../platform/clock.ts'
import type { Transaction } from '../../../platform/database/database.ts'
import { rowOf } from '../../../platform/database/row-of.ts'
import { recordChange } from '../../../platform/events/changes.ts'
import { syncSourceTracks } from '../audio/audio-tracks.ts'
import { attachTracks } from '../audio/track-reencoding.ts'
import { contentEvent } from '../contents/content-changes.ts'
import type { Analysis, Reencode } from '../contents/content-facts.ts'
import type { ContentRef, ContentRow } from '../contents/content-view.ts'
import { notifyPlayers } from '../contents/notify.ts'
import { lockContentRow, reencodeHold } from '../contents/states.ts'
import { contents, type NewRendition, renditions } from '../contents/tables.ts'
import { ContentGone } from '../contents/workspace.ts'
import { retiredRenditions } from '../encoding-profiles/tables.ts'
import { SUPERSEDED_SECONDS, scheduleOutputRemovals, scheduleRemoval } from '../files/removals.ts'
import { contentWatermarkKey, sourceKey } from '../files/storage-keys.ts'
import type { Library } from '../library.ts'
import { factsOf } from '../playable/playable-video.ts'
import { type ReencodeStep, reencodeJob } from './jobs.ts'
import { exchangeSource } from './new-source.ts'
import { failStaged, listStaged, removeStaged, takeStaged } from './staged-renditions.ts'

/** A video at a certain step of its re-encoding. */
export interface Reencoded {
  readonly content: ContentRow
  readonly reencode: Reencode
}

/**
 * The steps, each decoding the source once: the first rendition with all audio (null); the rest in H.264; each other
 * codec.
 */
export function stepsOf(plan: Plan): (Rung[] | null)[] {
  if (plan.mode === 'audio-only') return [null]
  const later = Map.groupBy(plan.later ?? [], ({ codec }) => codec).values()
  return [null, ...[plan.rest, ...later].filter(({ length }) => length > 0)]
}

/** Null if the re-encoding has ended or is at another step. */
export function reencodeAtStep(
  content: ContentRow | undefined,
  { reencodeId, step }: ReencodeStep,
): Reencoded | null {
  const { reencode } = content ?? {}
  if (!content || reencode?.id !== reencodeId || reencode.status !== 'running') return null
  return (reencode.step ?? 0) === step ? { content, reencode } : null
}

/** Locks the content until the transaction ends. @throws ContentGone if this step is no longer current */
export async function lockStep(tx: Transaction, content: ContentRef, step: ReencodeStep): Promise<Reencoded> {
  const current = reencodeAtStep(await lockContentRow(tx, content), step)
  if (current === null) throw new ContentGone()
  return current
}

/**
 * Ends a step: enqueues the next one, or exchanges the renditions after the last one.
 * @param tracks added audio tracks, in the last step
 */
export async function finishStep(
  library: Library,
  tx: Transaction,
  ref: ContentRef,
  step: ReencodeStep,
  tracks: readonly NewRendition[] = [],
): Promise<void> {
  const { content, reencode } = await lockStep(tx, ref, step)
  const { analysis } = reencode
  if (analysis === undefined) throw new Error('a step without an analysis cannot be finished')
  const next = step.step + 1
  if (next >= stepsOf(analysis.plan).length)
    return exchangeRenditions(library, tx, content, reencode, analysis, tracks)
  const updated: Reencode = { ...reencode, step: next }
  await tx.update(contents).set({ reencode: updated }).where(rowOf(contents, content))
  const key = { environmentId: content.environmentId, key: reencode.id }
  await library.jobs.enqueue(tx, reencodeJob, { ...step, step: next }, key)
}

/**
 * Ends a failed step. Failed renditions do not block others, as long as there is an H.264 rendition beyond the first.
 * Otherwise the current renditions are better and are kept.
 */
export async function failStep(
  library: Library,
  ref: ContentRef,
  step: ReencodeStep,
  reason: MediaErrorId,
): Promise<void> {
  await library.db.transaction(async (tx) => {
    const current = reencodeAtStep(await lockContentRow(tx, ref), step)
    if (current === null) return
    const { content, reencode } = current
    const rungs = (reencode.analysis && stepsOf(reencode.analysis.plan)[step.step]) ?? []
    const names = new Set(rungs.map(({ name }) => name))
    const rows = (await listStaged(tx, content.id)).filter(({ name }) => names.has(name))
    const canContinue = rows.some(({ status, codec }) => status === 'ready' || codec !== 'h264')
    if (!canContinue) return failReencode(library, tx, content, { ...reencode, errorId: reason })
    await failStaged(tx, content.id, ({ name }) => names.has(name), reason)
    await finishStep(library, tx, content, step)
  })
}

/** Records why the re-encoding failed; the current renditions stay. */
async function failReencode(library: Library, tx: Transaction, content: ContentRow, reencode: Reencode) {
  await library.usage.settle(tx, reencodeHold(reencode.id))
  await removeStaged(library, tx, content)
  if (reencode.source)
    await scheduleRemoval(library, tx, content.environmentId, sourceKey(content.id, reencode.id))
  const { analysis: _, ...rest } = reencode
  const [row] = await tx
    .update(contents)
    .set({ reencode: { ...rest, status: 'failed' } })
    .where(rowOf(contents, content))
    .returning()
  if (row)
    await recordChange(
      tx,
      null,
      contentEvent(row, `video.asset.${changeKind(reencode)}.errored`),
      library.clock.now(),
    )
}

/** Players get the new renditions from now on. The old ones can be played for another hour. */
async function exchangeRenditions(
  library: Library,
  tx: Transaction,
  content: ContentRow,
  reencode: Reencode,
  analysis: Analysis,
  tracks: readonly NewRendition[],
): Promise<void> {
  const contentId = content.id
  await library.usage.settle(tx, reencodeHold(reencode.id))
  const old = await tx.delete(renditions).where(eq(renditions.contentId, contentId)).returning()
  const until = addSeconds(library.clock.now(), SUPERSEDED_SECONDS)
  const retired = old.flatMap((row) =>
    factsOf(row).map((rendition) => ({
      outputId: row.outputId,
      contentId,
      position: row.position,
      rendition,
      until,
    })),
  )
  if (retired.length > 0) await tx.insert(retiredRenditions).values(retired)
  const outputIds = old.map(({ outputId }) => outputId)
  await scheduleOutputRemovals(library, tx, content, outputIds)
  await tx.insert(renditions).values(await takeStaged(tx, contentId))
  await syncSourceTracks(library, tx, content, analysis, content.analysis?.plan)
  await attachTracks(library, tx, content, tracks)
  if (content.profile?.watermarkId && content.profile.watermarkId !== reencode.profile.watermarkId) {
    const key = contentWatermarkKey(contentId, content.profile.watermarkId)
    await scheduleRemoval(library, tx, content.environmentId, key)
  }
  const profile = reencode.profile.builtIn === null ? reencode.profile : null
  const [row] = await tx
    .update(contents)
    .set({
      analysis,
      profile,
      reencode: null,
      stage: null,
      progress: 1,
      ...(await exchangeSource(library, tx, content, reencode, analysis)),
    })
    .where(rowOf(contents, content))
    .returning()
  if (row === undefined) throw new ContentGone()
  await recordChange(
    tx,
    null,
    contentEvent(row, `video.asset.${changeKind(reencode)}.ready`),
    library.clock.now(),
  )
  // A failed content becomes playable.
  if (content.status !== 'ready')
    await recordChange(tx, null, contentEvent(row, 'video.asset.ready'), library.clock.now())
  await notifyPlayers(tx, row)
}

function changeKind({ source }: Reencode): 'reencode' | 'replacement' {
  return source ? 'replacement' : 'reencode'
}
