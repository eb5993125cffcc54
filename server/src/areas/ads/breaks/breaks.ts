import {
  type AdBreak,
  adLimits,
  type createAdBreakBody,
  type importAdBreaksBody,
  type updateAdBreakBody,
} from '@kinora/contract'
import { and, asc, eq, ne, type SQL } from 'drizzle-orm'
import type * as z from 'zod/mini'
import type { Caller } from '../../../platform/auth.ts'
import type { Queryable, Transaction } from '../../../platform/database/database.ts'
import { uuidv7 } from '../../../platform/database/ids.ts'
import { takeLock } from '../../../platform/database/locks.ts'
import { applyPatch } from '../../../platform/database/patch.ts'
import { rowOf } from '../../../platform/database/row-of.ts'
import { changesBetween } from '../../../platform/events/audit.ts'
import { changeRecorder } from '../../../platform/events/changes.ts'
import { assertFetchable } from '../../../platform/net/fetchable.ts'
import { shownAddress, storeOptional } from '../../../platform/net/stored-address.ts'
import { problem } from '../../../platform/problem.ts'
import { tasksOf } from '../../../platform/workers/workers.ts'
import type { VideoFacts } from '../../library/index.ts'
import type { Ads } from '../ads.ts'
import { getVideo } from '../videos.ts'
import { adBreaks } from './tables.ts'

type BreakRow = typeof adBreaks.$inferSelect
type Context = Pick<Ads, 'db' | 'clock' | 'config' | 'playbackKey' | 'secrets'>

/** Lists breaks by time. @throws problem not-found, also if the caller's role hides the video */
export async function listBreaks(ads: Context, { scope }: Caller, contentId: string): Promise<AdBreak[]> {
  await getVideo(ads, scope, contentId)
  return (await breaksOf(ads.db, scope.environmentId, contentId)).map(breakView)
}

export function breaksOf(db: Queryable, environmentId: string, contentId: string): Promise<BreakRow[]> {
  return db.select().from(adBreaks).where(ofContent(environmentId, contentId)).orderBy(asc(adBreaks.atS))
}

/** @throws problem not-found, ad-break-limit, ad-break-exists, ad-break-outside, ad-break-return, url-not-allowed */
export async function createBreak(
  ads: Context,
  caller: Caller,
  contentId: string,
  { at: atS, returnAt: returnS, ...given }: z.output<typeof createAdBreakBody>,
): Promise<AdBreak> {
  const { environmentId } = caller.scope
  if (given.adTagUrl !== null) await assertFetchable(ads, given.adTagUrl)
  const video = await getVideo(ads, caller.scope, contentId)
  const createdAt = ads.clock.now()
  const adTagUrl = storeOptional(ads.secrets, given.adTagUrl)
  const row = newBreak(caller, contentId, { atS, returnS, ...given, adTagUrl }, createdAt)
  return ads.db.transaction(async (tx) => {
    await lockBreaks(tx, contentId)
    const others = await tx.$count(adBreaks, ofContent(environmentId, contentId))
    if (others >= adLimits.breaks) throw problem('ad-break-limit')
    await assertFree(tx, video, row)
    await tx.insert(adBreaks).values(row)
    await recordBreak(tx, caller, video, 'created', { after: factsOf(row) }, createdAt)
    return breakView(row)
  })
}

function newBreak(
  { scope: { environmentId }, actor }: Caller,
  contentId: string,
  fields: Pick<BreakRow, 'atS' | 'durationS' | 'returnS' | 'adTagUrl' | 'enabled'>,
  createdAt: Date,
): BreakRow {
  const id = uuidv7(createdAt.getTime())
  return { id, environmentId, contentId, ...fields, addedBy: actor.name, createdAt }
}

const sheetTask = tasksOf<typeof import('./cue-sheet-tasks.ts')>(
  new URL('./cue-sheet-tasks.ts', import.meta.url),
)

/** Adds the breaks of a cue sheet, all or none.
 * @throws problem not-found, cue-sheet-invalid, ad-break-limit, ad-break-outside, ad-break-return,
 * url-not-allowed */
export async function importBreaks(
  ads: Context & Pick<Ads, 'workers'>,
  caller: Caller,
  contentId: string,
  { text, durationS }: z.output<typeof importAdBreaksBody>,
): Promise<{ added: AdBreak[]; existing: number }> {
  const { environmentId } = caller.scope
  const video = await getVideo(ads, caller.scope, contentId)
  const sheet = await ads.workers.run(sheetTask('readSheet'), { text, video })
  const tags = new Set(sheet.flatMap(({ adTagUrl }) => adTagUrl ?? []))
  for (const tag of tags) await assertFetchable(ads, tag)
  const createdAt = ads.clock.now()
  return ads.db.transaction(async (tx) => {
    await lockBreaks(tx, contentId)
    const known = new Set((await breaksOf(tx, environmentId, contentId)).map(({ atS }) => atS))
    const rows: BreakRow[] = []
    for (const { atS, durationS: ownS, returnS, adTagUrl: tag } of sheet) {
      if (known.has(atS)) continue
      known.add(atS)
      assertInside(video, { atS, returnS })
      if (known.size > adLimits.breaks) throw problem('ad-break-limit')
      const lengthS = Math.min(Math.max(ownS ?? durationS, 1), adLimits.longestBreakS)
      const adTagUrl = storeOptional(ads.secrets, tag)
      const fields = { atS, durationS: lengthS, returnS, adTagUrl, enabled: true }
      const row = newBreak(caller, contentId, fields, createdAt)
      rows.push(row)
      await tx.insert(adBreaks).values(row)
      await recordBreak(tx, caller, video, 'created', { after: factsOf(row) }, createdAt)
    }
    return { added: rows.map(breakView), existing: sheet.length - rows.length }
  })
}

/** Omitted fields stay unchanged. @throws problem not-found, ad-break-exists, ad-break-outside, ad-break-return,
 * url-not-allowed */
export async function updateBreak(
  ads: Context,
  caller: Caller,
  contentId: string,
  id: string,
  change: z.output<typeof updateAdBreakBody>,
): Promise<AdBreak> {
  const video = await getVideo(ads, caller.scope, contentId)
  if (change.adTagUrl) await assertFetchable(ads, change.adTagUrl)
  return ads.db.transaction(async (tx) => {
    await lockBreaks(tx, contentId)
    const before = await getBreak(tx, caller.scope, contentId, id)
    const { adTagUrl: tag } = change
    const adTagUrl = tag === undefined ? tag : storeOptional(ads.secrets, tag, before.adTagUrl)
    const row = applyPatch(before, { ...change, adTagUrl, atS: change.at, returnS: change.returnAt })
    const changes = changesBetween(factsOf(before), factsOf(row))
    if (changes === null) return breakView(before)
    await assertFree(tx, video, row)
    await tx.update(adBreaks).set(row).where(rowOf(adBreaks, row))
    await recordBreak(tx, caller, video, 'updated', changes, ads.clock.now())
    return breakView(row)
  })
}

/** @throws problem not-found */
export async function deleteBreak(
  ads: Context,
  caller: Caller,
  contentId: string,
  id: string,
): Promise<void> {
  const video = await getVideo(ads, caller.scope, contentId)
  await ads.db.transaction(async (tx) => {
    await lockBreaks(tx, contentId)
    const row = await getBreak(tx, caller.scope, contentId, id)
    await tx.delete(adBreaks).where(rowOf(adBreaks, row))
    await recordBreak(tx, caller, video, 'deleted', { before: factsOf(row) }, ads.clock.now())
  })
}

/** @throws problem not-found */
async function getBreak(
  db: Queryable,
  { environmentId }: Caller['scope'],
  contentId: string,
  id: string,
): Promise<BreakRow> {
  const isIt = and(rowOf(adBreaks, { id, environmentId }), eq(adBreaks.contentId, contentId))
  const [row] = await db.select().from(adBreaks).where(isIt)
  if (row === undefined) throw problem('not-found')
  return row
}

/** @throws problem ad-break-outside, ad-break-return */
function assertInside(
  { durationS }: Pick<VideoFacts, 'durationS'>,
  { atS, returnS }: Pick<BreakRow, 'atS' | 'returnS'>,
): void {
  if (durationS !== null && atS > durationS) throw problem('ad-break-outside')
  if (returnS === null) return
  if (returnS <= atS || (durationS !== null && returnS > durationS)) throw problem('ad-break-return')
}

/** @throws problem ad-break-outside, ad-break-return, ad-break-exists */
async function assertFree(tx: Transaction, video: VideoFacts, row: BreakRow): Promise<void> {
  assertInside(video, row)
  const isOther = and(eq(adBreaks.atS, row.atS), ne(adBreaks.id, row.id))
  const taken = await tx.$count(adBreaks, and(ofContent(row.environmentId, row.contentId), isOther))
  if (taken > 0) throw problem('ad-break-exists')
}

function ofContent(environmentId: string, contentId: string): SQL | undefined {
  return and(eq(adBreaks.environmentId, environmentId), eq(adBreaks.contentId, contentId))
}

async function lockBreaks(tx: Transaction, contentId: string): Promise<void> {
  await takeLock(tx, `ad breaks ${contentId}`)
}

function factsOf({ atS, durationS, returnS, adTagUrl, enabled }: BreakRow) {
  return { at: atS, durationS, returnAt: returnS, adTagUrl: adTagUrl && shownAddress(adTagUrl), enabled }
}

function breakView({ environmentId: _, atS, returnS, createdAt, adTagUrl, ...fields }: BreakRow): AdBreak {
  const tag = adTagUrl && shownAddress(adTagUrl)
  return { ...fields, adTagUrl: tag, at: atS, returnAt: returnS, createdAt: createdAt.toISOString() }
}

type Verb = 'created' | 'updated' | 'deleted'

const recordBreak = changeRecorder(({ id, title }: VideoFacts, verb: Verb) => ({
  object: { type: 'asset', id, name: title },
  action: `ad_break.${verb}`,
}))
