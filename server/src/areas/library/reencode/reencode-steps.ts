import type { MediaErrorId } from '@kinora/contract'
import type { Plan, Rung } from '@kinora/media'
import { eq } from 'drizzle-orm'
import { addSeconds } from '../../../platform/clock.ts'
import type { Transaction } from '../../../platform/database/database.ts'
import { recordChange } from '../../../platform/events/changes.ts'
import { keepSourceTracks } from '../audio/audio-tracks.ts'
import { takeTracks } from '../audio/track-remaking.ts'
import { contentEvent } from '../contents/content-changes.ts'
import type { Analysis, Reencode } from '../contents/content-facts.ts'
import type { ContentRow } from '../contents/content-view.ts'
import { notifyPlayers } from '../contents/notify.ts'
import { holdContent } from '../contents/states.ts'
import { contents, type NewRendition, renditions } from '../contents/tables.ts'
import { formerRenditions } from '../encoding-profiles/tables.ts'
import { removeFile, removeSuperseded, SUPERSEDED_SECONDS } from '../files/removals.ts'
import { sourceKey, watermarkOfContentKey } from '../files/storage-keys.ts'
import { ContentGone } from '../files/work.ts'
import { type ReencodeStep, reencodeJob } from '../job-definitions.ts'
import type { Library } from '../library.ts'
import { factsOf } from '../playback/playable-video.ts'
import { exchangeSource } from '../replace/new-source.ts'
import { dropFresh, failFresh, freshOf, takeFresh } from './staged-renditions.ts'

/** A video that is being encoded again, at a certain step. */
export interface Reencoded {
  readonly content: ContentRow
  readonly reencode: Reencode
}

/**
 * The pieces of the work, each decoding the source once: the first rendition with all sound, as null; the rest in H.264;
 * each other codec.
 */
export function stepsOf(plan: Plan): (Rung[] | null)[] {
  if (plan.mode === 'audio-only') return [null]
  const later = Map.groupBy(plan.later ?? [], ({ codec }) => codec).values()
  return [null, ...[plan.rest, ...later].filter(({ length }) => length > 0)]
}

/** Null where it is over, or at another step. */
export function atStep(
  content: ContentRow | undefined,
  { reencodeId, step }: ReencodeStep,
): Reencoded | null {
  const { reencode } = content ?? {}
  if (!content || reencode?.id !== reencodeId || reencode.status !== 'running') return null
  return (reencode.step ?? 0) === step ? { content, reencode } : null
}

/** Holds the content until the transaction ends. @throws ContentGone where this step is no longer wanted */
export async function holdStep(tx: Transaction, step: ReencodeStep): Promise<Reencoded> {
  const held = atStep(await holdContent(tx, step.contentId), step)
  if (held === null) throw new ContentGone()
  return held
}

/**
 * A step is done: the next one is to follow, or what was made takes the place of what is there.
 * @param tracks added sound, of the last step
 */
export async function finishStep(
  library: Library,
  tx: Transaction,
  step: ReencodeStep,
  tracks: readonly NewRendition[] = [],
): Promise<void> {
  const { content, reencode } = await holdStep(tx, step)
  const { analysis } = reencode
  if (analysis === undefined) throw new Error('a source that was not read cannot be done')
  const next = step.step + 1
  if (next >= stepsOf(analysis.plan).length) return exchange(library, tx, content, reencode, analysis, tracks)
  const further: Reencode = { ...reencode, step: next }
  await tx.update(contents).set({ reencode: further }).where(eq(contents.id, content.id))
  const key = { environmentId: content.environmentId, key: reencode.id }
  await library.jobs.enqueue(tx, reencodeJob, { ...step, step: next }, key)
}

/**
 * A step could not be done. Renditions that cannot be made keep back no others, as long as there are some in H.264
 * beyond the first: with less than that nobody would want to be without what is there, so it stays.
 */
export async function failStep(library: Library, step: ReencodeStep, reason: MediaErrorId): Promise<void> {
  await library.db.transaction(async (tx) => {
    const held = atStep(await holdContent(tx, step.contentId), step)
    if (held === null) return
    const { content, reencode } = held
    const rungs = (reencode.analysis && stepsOf(reencode.analysis.plan)[step.step]) ?? []
    const names = new Set(rungs.map(({ name }) => name))
    const rows = (await freshOf(tx, content.id)).filter(({ name }) => names.has(name))
    const isSpared = rows.some(({ status, codec }) => status === 'ready' || codec !== 'h264')
    if (!isSpared) return failReencode(library, tx, content, { ...reencode, errorId: reason })
    await failFresh(tx, content.id, ({ name }) => names.has(name), reason)
    await finishStep(library, tx, step)
  })
}

/** It could not be made: why, and what is there stays. */
async function failReencode(library: Library, tx: Transaction, content: ContentRow, reencode: Reencode) {
  await dropFresh(library, tx, content)
  if (reencode.source)
    await removeFile(library, tx, content.environmentId, sourceKey(content.id, reencode.id))
  const { analysis: _, ...rest } = reencode
  const [row] = await tx
    .update(contents)
    .set({ reencode: { ...rest, status: 'failed' } })
    .where(eq(contents.id, content.id))
    .returning()
  if (row)
    await recordChange(
      tx,
      null,
      contentEvent(row, `video.asset.${deedOf(reencode)}.errored`),
      library.clock.now(),
    )
}

/** From here on players get the new renditions. Those who play the old ones have them for an hour more. */
async function exchange(
  library: Library,
  tx: Transaction,
  content: ContentRow,
  reencode: Reencode,
  analysis: Analysis,
  tracks: readonly NewRendition[],
): Promise<void> {
  const contentId = content.id
  const old = await tx.delete(renditions).where(eq(renditions.contentId, contentId)).returning()
  const until = addSeconds(library.clock.now(), SUPERSEDED_SECONDS)
  const former = old.flatMap((row) =>
    factsOf(row).map((rendition) => ({
      ...{ filesId: row.filesId, contentId, position: row.position, rendition, until },
    })),
  )
  if (former.length > 0) await tx.insert(formerRenditions).values(former)
  const places = old.map(({ filesId }) => filesId)
  await removeSuperseded(library, tx, content, places)
  await tx.insert(renditions).values(await takeFresh(tx, contentId))
  await keepSourceTracks(library, tx, content, analysis.plan, content.analysis?.plan)
  await takeTracks(library, tx, content, tracks)
  if (content.profile?.watermarkId && content.profile.watermarkId !== reencode.profile.watermarkId) {
    const key = watermarkOfContentKey(contentId, content.profile.watermarkId)
    await removeFile(library, tx, content.environmentId, key)
  }
  const profile = reencode.profile.builtIn === null ? reencode.profile : null
  const [row] = await tx
    .update(contents)
    .set({
      ...{ analysis, profile, reencode: null, stage: null, progress: 1 },
      ...(await exchangeSource(library, tx, content, reencode, analysis)),
    })
    .where(eq(contents.id, contentId))
    .returning()
  if (row === undefined) throw new ContentGone()
  await recordChange(
    tx,
    null,
    contentEvent(row, `video.asset.${deedOf(reencode)}.ready`),
    library.clock.now(),
  )
  // What failed before can be watched from now on.
  if (content.status !== 'ready')
    await recordChange(tx, null, contentEvent(row, 'video.asset.ready'), library.clock.now())
  await notifyPlayers(tx, row)
}

function deedOf({ source }: Reencode): 'reencode' | 'replacement' {
  return source ? 'replacement' : 'reencode'
}
