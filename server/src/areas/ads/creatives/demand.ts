import { and, eq, inArray, lt, lte, type SQL, sql } from 'drizzle-orm'
import { addSeconds } from '../../../platform/clock.ts'
import type { Transaction } from '../../../platform/database/database.ts'
import { uuidv7 } from '../../../platform/database/ids.ts'
import { storeAddress } from '../../../platform/net/stored-address.ts'
import type { Platform } from '../../../platform/platform.ts'
import { conditionJob } from './jobs.ts'
import { type AdShape, hashOf, shapeKeyOf } from './shape.ts'
import { adCreatives, type CreativeRow } from './tables.ts'

/** Delay before a failed creative is encoded again. */
const RETRY_SECONDS = 3600
/** Delay before a file that could not be downloaded is requested again. */
const MISSING_RETRY_SECONDS = 300
/** Minimum time between updates of `usedAt`. */
const USE_SECONDS = 3600
/** Interval of checks whether the file at the URL was replaced, while ad servers offer it. */
const CHECK_SECONDS = 86_400
/** Delay before a file is checked again that is not the approved one. */
const MISMATCH_SECONDS = 60
/** Maximum number of waiting creatives of an environment: some ad servers give a file another URL in each session. */
const MOST_WAITING = 50
/** Highest rank that an ad of an ad server can reach. Each session that asks for the ad raises its rank. */
const HIGHEST_ASKED = 8
/** Rank of house ads, bumpers, slates and ads of campaigns. */
const CHOSEN_RANK = 100

export interface WantedCreative {
  readonly key: string
  readonly mediaUrl: string
  /** SHA-256 of the only file that may be shown. Missing if any file may be. */
  readonly fileHash?: string
  /** Set for an ad of a channel or campaign, which is encoded before ads of ad servers. */
  readonly isChosen?: boolean
}

/** Jobs to enqueue, and waiting jobs to move forward. */
interface Work {
  readonly enqueued: readonly Ranked[]
  readonly expedited: readonly Ranked[]
}

type Ranked = Pick<CreativeRow, 'id' | 'rank'>

/** Records the demand of a session, and queues creatives for encoding: new ones, failed ones after a delay, and replaced ones.
 * @param rows known creatives */
export async function recordDemand(
  { db, clock, jobs, log, secrets }: Pick<Platform, 'db' | 'clock' | 'jobs' | 'log' | 'secrets'>,
  environmentId: string,
  shape: AdShape,
  wanted: readonly WantedCreative[],
  rows: readonly CreativeRow[],
): Promise<void> {
  const at = clock.now()
  const isDue = (last: Date, seconds: number) => addSeconds(last, seconds) <= at
  const chosen = new Set(wanted.flatMap(({ key, isChosen }) => (isChosen ? [key] : [])))
  const most = (key: string) => (chosen.has(key) ? CHOSEN_RANK : HIGHEST_ASKED)
  const known = new Set(rows.map(({ key }) => key))
  const urlKeys = new Set(wanted.flatMap(({ key, mediaUrl }) => (key === hashOf(mediaUrl) ? [key] : [])))
  const missing = [...new Map(wanted.map((each) => [each.key, each])).values()]
    .filter(({ key }) => !known.has(key))
    .map((each) => ({ ...each, rank: chosen.has(each.key) ? CHOSEN_RANK : 1 }))
  const failed = rows.filter(
    ({ state, usedAt, checkedAt, error }) =>
      state === 'failed' &&
      (isDue(usedAt, RETRY_SECONDS) || (isMissing(error) && isDue(checkedAt, MISSING_RETRY_SECONDS))),
  )
  const used = rows.filter(({ usedAt }) => isDue(usedAt, USE_SECONDS))
  const secondsOf = (row: CreativeRow) =>
    wanted.some((each) => each.key === row.key && !isApproved(row, each)) ? MISMATCH_SECONDS : CHECK_SECONDS
  const unchecked = rows.filter(
    (row) => row.state === 'ready' && urlKeys.has(row.key) && isDue(row.checkedAt, secondsOf(row)),
  )
  const asked = rows.filter(({ state, rank, key }) => state === 'preparing' && rank < most(key))
  if ([missing, failed, used, unchecked, asked].every(({ length }) => length === 0)) return

  await db.transaction(async (tx) => {
    // Locks rows in one order, and jobs after them, so that sessions do not deadlock.
    const raised: Ranked[] = []
    for (const { id, key } of inOrder(asked)) {
      const rank = chosen.has(key) ? CHOSEN_RANK : sql`${adCreatives.rank} + 1`
      raised.push(...(await update(tx, environmentId, [id], { rank }, lt(adCreatives.rank, most(key)))))
    }
    const rechecked: Ranked[] = []
    for (const row of inOrder(unchecked)) {
      const isLong = lte(adCreatives.checkedAt, addSeconds(at, -secondsOf(row)))
      rechecked.push(...(await update(tx, environmentId, [row.id], { checkedAt: at }, isLong)))
    }
    const ids = used.flatMap(({ id, filesOf }) => (filesOf === null ? [id] : [id, filesOf]))
    await update(tx, environmentId, ids, { usedAt: at })
    const isFailed = eq(adCreatives.state, 'failed')
    const again = await update(
      tx,
      environmentId,
      failed.map(({ id }) => id),
      { state: 'preparing' },
      isFailed,
    )
    const added = await insertMissing(tx, { log, secrets }, { environmentId, shape, at }, missing)
    const enqueued = [...added, ...again, ...rechecked.map(({ id }) => ({ id, rank: 0 }))]
    await enqueueWork(tx, { jobs }, environmentId, { enqueued, expedited: raised })
  })
}

/** Whether outputs were made from the only file that may be shown. */
export function isApproved(
  { sourceHash }: Pick<CreativeRow, 'sourceHash'>,
  { fileHash }: Pick<WantedCreative, 'fileHash'>,
): boolean {
  return fileHash === undefined || fileHash === sourceHash
}

/** Whether the file could not be downloaded, which its server can mend. */
export function isMissing(error: string | null | undefined): boolean {
  return error?.startsWith('download-') === true && error !== 'download-too-large'
}

const inOrder = (rows: readonly CreativeRow[]) => rows.toSorted((a, b) => (a.id < b.id ? -1 : 1))

async function update(
  tx: Transaction,
  environmentId: string,
  ids: readonly string[],
  fields: Partial<Pick<CreativeRow, 'state' | 'usedAt' | 'checkedAt'>> & { readonly rank?: number | SQL },
  condition?: SQL,
): Promise<Ranked[]> {
  if (ids.length === 0) return []
  return tx
    .update(adCreatives)
    .set(fields)
    .where(and(eq(adCreatives.environmentId, environmentId), inArray(adCreatives.id, [...ids]), condition))
    .returning({ id: adCreatives.id, rank: adCreatives.rank })
}

/** Inserts missing creatives, ads of channels and campaigns first. Skips the rest if too many wait. */
async function insertMissing(
  tx: Transaction,
  { log, secrets }: Pick<Platform, 'log' | 'secrets'>,
  { environmentId, shape, at }: { environmentId: string; shape: AdShape; at: Date },
  missing: readonly (WantedCreative & Pick<CreativeRow, 'rank'>)[],
): Promise<Ranked[]> {
  if (missing.length === 0) return []
  const isWaiting = and(eq(adCreatives.environmentId, environmentId), eq(adCreatives.state, 'preparing'))
  let waiting = await tx.$count(adCreatives, isWaiting)
  const added: Ranked[] = []
  for (const { key, mediaUrl, rank } of missing.toSorted(
    (a, b) => b.rank - a.rank || (a.key < b.key ? -1 : 1),
  )) {
    if (rank < CHOSEN_RANK && waiting >= MOST_WAITING) break
    const stored = storeAddress(secrets, mediaUrl)
    const made = { id: uuidv7(at.getTime()), environmentId, key, mediaUrl: stored, rank, outputs: [] }
    const created = await tx
      .insert(adCreatives)
      .values({
        ...made,
        shape,
        shapeKey: shapeKeyOf(shape),
        state: 'preparing',
        createdAt: at,
        usedAt: at,
        checkedAt: at,
      })
      .onConflictDoNothing()
      .returning({ id: adCreatives.id, rank: adCreatives.rank })
    added.push(...created)
    waiting += created.length
    // Logs once when the limit is reached, not in each session.
    if (created.length > 0 && waiting === MOST_WAITING)
      log.error({ environmentId, waiting }, 'too many ads are waiting to be encoded: new ads are skipped')
  }
  return added
}

async function enqueueWork(
  tx: Transaction,
  { jobs }: Pick<Platform, 'jobs'>,
  environmentId: string,
  { enqueued, expedited }: Work,
): Promise<void> {
  for (const { id: creativeId, rank } of enqueued)
    await jobs.enqueue(tx, conditionJob, { creativeId }, { environmentId, key: creativeId, rank })
  for (const { id: key, rank } of expedited)
    await jobs.expedite(tx, conditionJob, { environmentId, key, rank })
}
