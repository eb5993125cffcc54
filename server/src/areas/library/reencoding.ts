import type { MediaErrorId } from '@kinora/contract'
import {
  bandwidthOf,
  firstArgs,
  ladderArgs,
  type Overlay,
  type Plan,
  planLadder,
  type Rung,
  segmentStarts,
} from '@kinora/media'
import { eq, inArray, lte, sql } from 'drizzle-orm'
import { addSeconds } from '../../platform/clock.ts'
import type { Transaction } from '../../platform/database.ts'
import { analyse } from './analyse.ts'
import { keepSourceTracks } from './audio-tracks.ts'
import type { ContentRow } from './content-view.ts'
import { emitContent } from './contents.ts'
import { formerRenditions } from './encoding-tables.ts'
import { sourceKey, watermarkOfContentKey } from './keys.ts'
import type { Library } from './library.ts'
import { encodeLimits } from './limits.ts'
import { exchangeSource, isRunning, openNewSource } from './new-source.ts'
import { notifyPlayers } from './notify.ts'
import { fitToTitle } from './per-title.ts'
import { playable } from './playback.ts'
import { overallProgress } from './progress.ts'
import { asSized, type Publisher, sizeOf } from './publisher.ts'
import { keepPlaces, removeFile, removeSuperseded, SUPERSEDED_SECONDS } from './removals.ts'
import { renditionValues } from './rendition-values.ts'
import { assertShortSegments, SegmentsTooLong } from './repackaging.ts'
import { assertRoomToWork } from './room.ts'
import { encodeToStorage } from './run-renditions.ts'
import { holdContent } from './states.ts'
import {
  type Analysis,
  contents,
  type ProfileSettings,
  type Reencode,
  removals,
  renditions,
} from './tables.ts'
import { makeTracks, takeTracks } from './track-remaking.ts'
import { openOverlay } from './watermarks.ts'
import { ContentGone, type Work } from './work.ts'

type NewRendition = ReturnType<typeof renditionValues>[number]

/** Longer than any attempt lasts: what it made and nobody took is removed then. */
const UNUSED_AFTER_S = 24 * 3600
const TELL_MS = 1000

interface Reencoding {
  readonly content: ContentRow
  readonly reencode: Reencode
  readonly path: string
  readonly overlay: Overlay | null
  readonly work: Work
}

/**
 * Makes all renditions anew at places of their own, and then puts them into the place of those that are there, in one
 * transaction. An attempt that dies leaves nothing but files that are removed by themselves.
 * @throws MediaRefused, ContentGone
 */
export async function reencode(library: Library, contentId: string, id: string, work: Work): Promise<void> {
  const [content] = await library.db.select().from(contents).where(eq(contents.id, contentId))
  if (content === undefined) throw new ContentGone()
  const running = content.reencode
  if (running?.id !== id || running.status !== 'running') return
  const path = await openNewSource(library, content, running, work)
  const overlay = await openOverlay(library, contentId, running.profile, work)
  const { settings } = running.profile
  const analysis = await fitted(
    library,
    work,
    path,
    settings,
    await analyse(library.ffmpeg, path, work, settings),
  )
  const reencoding = { content, reencode: running, path, overlay, work }
  try {
    await makeAll(library, reencoding, analysis)
  } catch (error) {
    if (!(error instanceof SegmentsTooLong)) throw error
    const plan = { ...planLadder(analysis.source, null, settings), audio: analysis.plan.audio }
    await makeAll(library, reencoding, await fitted(library, work, path, settings, { ...analysis, plan }))
  }
}

/** What was found, with the ladder that the title needs where its profile asks for that. */
async function fitted(
  { ffmpeg }: Library,
  work: Work,
  path: string,
  { perTitle }: ProfileSettings,
  analysis: Analysis,
): Promise<Analysis> {
  const { plan, source, demuxer } = analysis
  const { video } = source
  if (!perTitle || plan.mode === 'audio-only' || video === null) return analysis
  return { ...analysis, plan: await fitToTitle(ffmpeg, work, { path, demuxer }, { ...source, video }, plan) }
}

/** Nobody watches any more what others took the place of. */
export async function forgetFormer({ db, clock }: Library): Promise<void> {
  await db.delete(formerRenditions).where(lte(formerRenditions.until, clock.now()))
}

/** It could not be made: why, and what is there stays. */
export async function failReencode(
  library: Library,
  contentId: string,
  id: string,
  errorId: MediaErrorId,
): Promise<void> {
  await library.db.transaction(async (tx) => {
    const content = await holdContent(tx, contentId)
    if (content?.reencode?.id !== id || content.reencode.status !== 'running') return
    const failed: Reencode = { ...content.reencode, status: 'failed', errorId }
    if (failed.source) await removeFile(library, tx, content.environmentId, sourceKey(contentId, id))
    const [row] = await tx
      .update(contents)
      .set({ reencode: failed })
      .where(eq(contents.id, contentId))
      .returning()
    if (row) await emitContent(library, tx, row, `video.asset.${deedOf(failed)}.errored`)
  })
}

async function makeAll(library: Library, reencoding: Reencoding, analysis: Analysis): Promise<void> {
  const { content } = reencoding
  const rows = renditionValues(content.id, analysis.plan)
  const filesIds = rows.map(({ filesId }) => filesId)
  const bits = rows.reduce((sum, { bitrate }) => sum + bitrate, 0)
  await assertRoomToWork(library, (bits / 8) * analysis.source.durationS)
  // Before there are files, so that none are left over whatever happens next.
  await library.db.transaction((tx) => removeSuperseded(library, tx, content, filesIds, UNUSED_AFTER_S))
  try {
    const made: Publisher[] = []
    for (const pass of passesOf(analysis.plan))
      made.push(...(await makePass(library, reencoding, analysis, rows, made, pass)))
    const tracks = await makeTracks(library, reencoding.work, content, analysis, reencoding.reencode.profile)
    filesIds.push(...tracks.map(({ filesId }) => filesId))
    await library.db.transaction((tx) => exchange(library, tx, reencoding, analysis, rows, made, tracks))
  } catch (error) {
    const now = library.clock.now()
    await library.db.update(removals).set({ dueAt: now }).where(inArray(removals.filesId, filesIds))
    throw error
  }
}

/** The first with all sound, then the rest in H.264, then each other codec: each decodes the source once. */
function passesOf(plan: Plan): (Rung[] | null)[] {
  if (plan.mode === 'audio-only') return [null]
  const later = Map.groupBy(plan.later ?? [], ({ codec }) => codec).values()
  return [null, ...[plan.rest, ...later].filter(({ length }) => length > 0)]
}

/** @param rungs null for the first run */
async function makePass(
  library: Library,
  { content, reencode, path, overlay, work }: Reencoding,
  analysis: Analysis,
  rows: readonly NewRendition[],
  made: readonly Publisher[],
  rungs: Rung[] | null,
): Promise<Publisher[]> {
  const { plan, source, demuxer } = analysis
  const input = { path, demuxer }
  const { filters } = library.ffmpeg.capabilities
  const first = plan.mode === 'audio-only' ? [] : [plan.first]
  const names = (rungs ?? [...first, ...plan.audio]).map(({ name }) => name)
  const targets = rows.filter(({ name }) => names.includes(name))
  const { video } = source
  const args =
    rungs === null || plan.mode === 'audio-only' || video === null
      ? firstArgs(input, source, plan, filters, overlay)
      : ladderArgs(
          input,
          { ...source, video },
          plan,
          rungs,
          plan.mode === 'passthrough' ? startsOf(made, plan.first.name) : null,
          filters,
          overlay,
        )
  const tell = progressTold(library, content.id, reencode.id, (progress) =>
    overallProgress(rows.map((row) => partOf(row, targets, made, progress))),
  )
  return encodeToStorage(library, work, {
    ...{ content, targets, args },
    limits: encodeLimits(source.durationS, library.config.ENCODE_MEMORY_BYTES),
    durationS: source.durationS,
    ...(rungs === null &&
      plan.mode === 'passthrough' && { onGrowth: async (all) => assertShortSegments(all) }),
    onProgress: tell.set,
    onLook: (_publishers, now) => tell.flush(now),
  })
}

function startsOf(made: readonly Publisher[], name: string): number[] {
  const segments = made.find(({ target }) => target.name === name)?.segments ?? []
  return segmentStarts(segments.map(([durationS]) => ({ uri: '', durationS })))
}

function partOf(
  row: NewRendition,
  targets: readonly NewRendition[],
  made: readonly Publisher[],
  progress: number,
): Parameters<typeof overallProgress>[0][number] {
  const isMade = made.some(({ target }) => target.filesId === row.filesId)
  return {
    type: row.type,
    codec: row.codec ?? 'h264',
    isOriginal: row.isOriginal,
    width: row.width ?? null,
    height: row.height ?? null,
    status: 'processing',
    progress: isMade ? 1 : targets.includes(row) ? progress : 0,
  }
}

/** Writes the progress down at most once a second. @throws ContentGone where it is no longer wanted */
function progressTold({ db }: Library, contentId: string, id: string, overall: (progress: number) => number) {
  let current = 0
  let toldAt = 0
  return {
    set(progress: number) {
      current = progress
    },
    async flush(now: number) {
      if (now - toldAt < TELL_MS) return
      toldAt = now
      const rows = await db
        .update(contents)
        .set({
          reencode: sql`jsonb_set(${contents.reencode}, '{progress}', ${overall(current)}::text::jsonb)`,
        })
        .where(isRunning(contentId, id))
        .returning({ id: contents.id })
      if (rows.length === 0) throw new ContentGone()
    },
  }
}

/** From here on players get the new renditions. Those who play the old ones have them for an hour more. */
async function exchange(
  library: Library,
  tx: Transaction,
  { content: { id: contentId }, reencode }: Reencoding,
  analysis: Analysis,
  rows: readonly NewRendition[],
  made: readonly Publisher[],
  tracks: readonly NewRendition[],
): Promise<void> {
  const content = await holdContent(tx, contentId)
  if (content?.reencode?.id !== reencode.id || content.reencode.status !== 'running') throw new ContentGone()
  await keepPlaces(
    tx,
    rows.map(({ filesId }) => filesId),
  )
  const old = await tx.delete(renditions).where(eq(renditions.contentId, contentId)).returning()
  const until = addSeconds(library.clock.now(), SUPERSEDED_SECONDS)
  const zeroS = content.analysis?.plan.startS ?? 0
  const former = old.flatMap((row) =>
    playable(row).map((rendition) => ({
      ...{ filesId: row.filesId, contentId, position: row.position, rendition, zeroS, until },
    })),
  )
  if (former.length > 0) await tx.insert(formerRenditions).values(former)
  await removeSuperseded(
    library,
    tx,
    content,
    old.map(({ filesId }) => filesId),
  )
  await tx.insert(renditions).values(rows.map((row) => wholeOf(row, made)))
  await keepSourceTracks(library, tx, content, analysis.plan, content.analysis?.plan)
  await takeTracks(library, tx, content, tracks)
  if (content.profile?.watermarkId && content.profile.watermarkId !== reencode.profile.watermarkId)
    await removeFile(
      library,
      tx,
      content.environmentId,
      watermarkOfContentKey(contentId, content.profile.watermarkId),
    )
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
  await emitContent(library, tx, row, `video.asset.${deedOf(reencode)}.ready`)
  // What failed before can be watched from now on.
  if (content.status !== 'ready') await emitContent(library, tx, row, 'video.asset.ready')
  await notifyPlayers(tx, row)
}

function deedOf({ source }: Reencode): 'reencode' | 'replacement' {
  return source ? 'replacement' : 'reencode'
}

function wholeOf(row: NewRendition, made: readonly Publisher[]): NewRendition {
  const whole = made.find(({ target }) => target.filesId === row.filesId)
  if (whole === undefined) throw new Error(`${row.name} was not made`)
  const { segments } = whole
  return {
    ...row,
    ...{ status: 'ready', progress: 1, ended: true, codecs: whole.codecs(), segments },
    bitrate: bandwidthOf(asSized(segments)).average,
    sizeBytes: sizeOf(segments),
  }
}
