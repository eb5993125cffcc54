import {
  type AiClip,
  type AiClipState,
  aiClipLimits,
  type createAiClipBody,
  type listAiClipsQuery,
  messages,
  minClipS,
  secondsOf,
  type updateAiClipBody,
} from '@kinora/contract'
import { aroundWords } from '@kinora/media'
import { and, asc, eq, sql } from 'drizzle-orm'
import type * as z from 'zod/mini'
import type { Caller } from '../../../platform/auth.ts'
import type { Queryable, Transaction } from '../../../platform/database/database.ts'
import { uuidv7 } from '../../../platform/database/ids.ts'
import { loadPage } from '../../../platform/database/page.ts'
import { assertBelowLimit } from '../../../platform/database/row-limits.ts'
import { changesBetween } from '../../../platform/events/audit.ts'
import { problem } from '../../../platform/problem.ts'
import { type ContentRef, partOf, type ReadyVideo } from '../../library/index.ts'
import type { Intelligence } from '../intelligence.ts'
import { recordAiClip } from './clip-changes.ts'
import { viewClip, viewClips, wordsIn } from './clip-view.ts'
import { basisOf, clipsLock } from './suggestions.ts'
import { type AiClipRow, aiClips } from './tables.ts'

type Query = z.output<typeof listAiClipsQuery>

/** A page of the AI clips of a video, the strongest first and those made by hand before them. */
export async function listAiClips(db: Queryable, content: ContentRef, { state, ...page }: Query) {
  const isOfContent = partOf(aiClips, content)
  const isListed = state === undefined ? isOfContent : and(isOfContent, eq(aiClips.state, state))
  const [list, states, basis] = await Promise.all([
    loadPage(page, {
      select: db
        .select()
        .from(aiClips)
        .where(isListed)
        .orderBy(sql`${aiClips.score} DESC NULLS FIRST`, asc(aiClips.startMs), asc(aiClips.id)),
      total: db.$count(aiClips, isListed),
      view: (rows: AiClipRow[]) => viewClips(db, content, rows),
    }),
    db
      .select({ state: aiClips.state, count: sql<number>`count(*)::int` })
      .from(aiClips)
      .where(isOfContent)
      .groupBy(aiClips.state),
    basisOf(db, content),
  ])
  const countOf = (wanted: AiClipState) => states.find((each) => each.state === wanted)?.count ?? 0
  const counts = {
    suggested: countOf('suggested'),
    highlight: countOf('highlight'),
    archived: countOf('archived'),
  }
  return { ...list, counts, basis }
}

/** Creates a clip by hand. @throws problem not-found, content-not-ready, in-trash, time-beyond-end, ai-clips-full,
 * request-invalid if it is too short */
export async function createAiClip(
  { db, clock, library }: Intelligence,
  caller: Caller,
  contentId: string,
  { start, end, title }: z.output<typeof createAiClipBody>,
): Promise<AiClip> {
  return db.transaction(async (tx) => {
    const video = await library.lockReadyVideo(tx, caller.scope, contentId)
    const isOfContent = partOf(aiClips, video)
    const limit = { lock: clipsLock(video), most: aiClipLimits.clips, problem: 'ai-clips-full' } as const
    await assertBelowLimit(tx, aiClips, isOfContent, limit)
    const at = clock.now()
    const [row] = await tx
      .insert(aiClips)
      .values({
        id: uuidv7(at.getTime()),
        environmentId: video.environmentId,
        contentId,
        ...(await timesOf(tx, video, { start, end })),
        title,
        state: 'suggested',
        parts: [],
        reasons: [],
        createdBy: caller.actor.name,
        createdAt: at,
        updatedAt: at,
      })
      .returning()
    if (row === undefined) throw new Error('no row was inserted')
    await recordAiClip(tx, caller, row, 'created', { after: fieldsOf(row) }, at)
    return viewClip(tx, video, row)
  })
}

/** Changes the times, the title or the state. @throws problem not-found, content-not-ready, in-trash, time-beyond-end,
 * request-invalid if it is too short */
export async function updateAiClip(
  { db, clock, library }: Intelligence,
  caller: Caller,
  contentId: string,
  clipId: string,
  { start, end, title, state }: z.output<typeof updateAiClipBody>,
): Promise<AiClip> {
  return db.transaction(async (tx) => {
    const video = await library.lockReadyVideo(tx, caller.scope, contentId)
    const row = await lockClip(tx, video, clipId)
    const times =
      start === undefined && end === undefined
        ? { startMs: row.startMs, endMs: row.endMs }
        : await timesOf(tx, video, {
            start: start ?? row.startMs / 1000,
            end: end ?? row.endMs / 1000,
          })
    const isMoved = times.startMs !== row.startMs || times.endMs !== row.endMs
    const isRenamed = title !== undefined && title !== row.title
    return storeChange({ clock }, tx, caller, row, 'updated', {
      ...times,
      ...(title !== undefined && { title }),
      ...(state !== undefined && { state }),
      isEdited: row.isEdited || isMoved || isRenamed,
      ...(isMoved && { publishedContentId: null }),
    })
  })
}

/** Makes a clip a highlight, or archives it. A clip that is one already stays as it is. @throws problem not-found */
export async function setClipState(
  { db, clock, library }: Intelligence,
  caller: Caller,
  contentId: string,
  clipId: string,
  state: 'highlight' | 'archived',
): Promise<AiClip> {
  const content = await library.findVideo(caller.scope, contentId)
  return db.transaction(async (tx) => {
    const row = await lockClip(tx, content, clipId)
    const verb = state === 'highlight' ? 'highlighted' : 'archived'
    return storeChange({ clock }, tx, caller, row, verb, { state })
  })
}

/** Locks a clip of a video until the transaction ends. @throws problem not-found */
export async function lockClip(tx: Transaction, content: ContentRef, clipId: string): Promise<AiClipRow> {
  const isIt = and(partOf(aiClips, content), eq(aiClips.id, clipId))
  const [row] = await tx.select().from(aiClips).where(isIt).for('update')
  if (row === undefined) throw problem('not-found')
  return row
}

/** Stores changed fields of a locked clip and records them. Without a difference nothing happens. */
export async function storeChange(
  { clock }: Pick<Intelligence, 'clock'>,
  tx: Transaction,
  caller: Caller,
  row: AiClipRow,
  verb: Parameters<typeof recordAiClip>[3],
  change: Partial<AiClipRow>,
): Promise<AiClip> {
  const content = { id: row.contentId, environmentId: row.environmentId }
  const next = { ...row, ...change }
  const values = changesBetween(fieldsOf(row), fieldsOf(next))
  if (values === null) return viewClip(tx, content, row)
  const at = clock.now()
  await tx
    .update(aiClips)
    .set({ ...change, updatedAt: at })
    .where(and(partOf(aiClips, content), eq(aiClips.id, row.id)))
  await recordAiClip(tx, caller, next, verb, values, at)
  return viewClip(tx, content, { ...next, updatedAt: at })
}

/** The fields of a clip in the audit trail. */
function fieldsOf({ startMs, endMs, title, state, publishedContentId }: AiClipRow) {
  return { start: startMs / 1000, end: endMs / 1000, title, state, publishedContentId }
}

/** Checked times in milliseconds, moved out of words.
 * @throws problem time-beyond-end, request-invalid */
async function timesOf(
  tx: Transaction,
  video: ReadyVideo,
  { start, end }: Pick<z.output<typeof createAiClipBody>, 'start' | 'end'>,
): Promise<Pick<AiClipRow, 'startMs' | 'endMs'>> {
  const endOfVideo = Math.floor(video.durationS * 1000)
  const given = { startMs: Math.round(secondsOf(start) * 1000), endMs: Math.round(secondsOf(end) * 1000) }
  if (given.startMs >= endOfVideo) throw problem('time-beyond-end', faultOf('start', messages.withinVideo))
  // The displayed duration is rounded to milliseconds.
  if (given.endMs > endOfVideo + 1) throw problem('time-beyond-end', faultOf('end', messages.withinVideo))
  if (given.endMs - given.startMs < minClipS * 1000)
    throw problem('request-invalid', faultOf('end', messages.afterStart))
  const words = await wordsIn(tx, video, [given])
  const spans = words.map(([from, to]) => [from, to] as const)
  const { startS: startMs, endS } = aroundWords({ startS: given.startMs, endS: given.endMs }, spans)
  return { startMs, endMs: Math.min(endS, endOfVideo) }
}

function faultOf(field: 'start' | 'end', message: string) {
  return { errors: [{ path: `body.${field}`, message }] }
}
