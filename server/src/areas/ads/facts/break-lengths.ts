import { and, asc, eq, lte } from 'drizzle-orm'
import { addSeconds } from '../../../platform/clock.ts'
import type { Transaction } from '../../../platform/database/database.ts'
import { type CueRow, endOf, findCues } from '../../live/index.ts'
import type { Ads } from '../ads.ts'
import type { Decision } from '../decisions/decision.ts'
import type { SessionRef } from '../decisions/session-ref.ts'
import { adDecisions } from '../decisions/tables.ts'
import { cutAds } from './cut-ads.ts'
import { insertCorrection, msOf } from './facts.ts'
import { adBreakLengths } from './tables.ts'

type LengthRow = typeof adBreakLengths.$inferSelect

const BATCH = 500
/** Interval of checks while a break goes on, in seconds. */
const AGAIN_SECONDS = 60

/** Stores the counted length of a live break, which may end earlier or later, in the transaction of its decision. */
export async function insertBreakLength(
  tx: Transaction,
  { id: sessionId, environmentId }: SessionRef,
  { position, cueId, reason, atS, availableS }: Decision,
  at: Date,
): Promise<void> {
  if (cueId === null) return
  const countedMs = msOf(availableS)
  const checkAt = new Date((atS + availableS) * 1000)
  const row = { sessionId, position, environmentId, cueId, reason, countedMs, countedAt: at, checkAt }
  await tx.insert(adBreakLengths).values(row)
}

/** Counts the difference between planned and real lengths of ended breaks and of their ads. A row is deleted in the transaction
 * that counts it, so each difference counts once. For the sweep. */
export async function correctBreakLengths(ads: Pick<Ads, 'db' | 'clock'>): Promise<void> {
  while ((await correctBatch(ads)) === BATCH);
}

async function correctBatch({ db, clock }: Pick<Ads, 'db' | 'clock'>): Promise<number> {
  const now = clock.now()
  return db.transaction(async (tx) => {
    const due = await tx
      .select()
      .from(adBreakLengths)
      .where(lte(adBreakLengths.checkAt, now))
      .orderBy(asc(adBreakLengths.checkAt))
      .limit(BATCH)
      .for('update', { skipLocked: true })
    for (const [environmentId, rows] of Map.groupBy(due, (row) => row.environmentId)) {
      const ids = [...new Set(rows.map(({ cueId }) => cueId))]
      const cues = new Map((await findCues(tx, environmentId, ids)).map((cue) => [cue.id, cue]))
      for (const row of rows) await correct(tx, row, cues.get(row.cueId), now)
    }
    return due.length
  })
}

/** @param cue undefined if it was canceled before it began */
async function correct(tx: Transaction, row: LengthRow, cue: CueRow | undefined, now: Date): Promise<void> {
  const { environmentId, sessionId, position } = row
  const isIt = and(
    eq(adBreakLengths.environmentId, environmentId),
    eq(adBreakLengths.sessionId, sessionId),
    eq(adBreakLengths.position, position),
  )
  if (cue !== undefined && endOf(cue) > now) {
    await tx
      .update(adBreakLengths)
      .set({ checkAt: addSeconds(now, AGAIN_SECONDS) })
      .where(isIt)
    return
  }
  const realMs = cue === undefined ? 0 : endOf(cue).getTime() - cue.at.getTime()
  const isDecision = and(eq(adDecisions.sessionId, sessionId), eq(adDecisions.position, position))
  const [decision] = await tx.select().from(adDecisions).where(isDecision)
  const cuts = decision === undefined ? [] : cutAds(decision, realMs)
  await insertCorrection(tx, row, realMs - row.countedMs, cuts)
  await tx.delete(adBreakLengths).where(isIt)
}
