import type { Portrait } from '@kinora/contract'
import { and, eq, inArray } from 'drizzle-orm'
import type { Queryable, Transaction } from '../../../platform/database/database.ts'
import { rowOf } from '../../../platform/database/row-of.ts'
import type { PortraitArea } from '../portrait.ts'
import { recordPortrait } from './portrait-changes.ts'
import { type PortraitRef, type PortraitRow, portraits } from './tables.ts'

/** A request to make a portrait, which workers name. */
export interface PortraitRun extends PortraitRef {
  readonly runId: string
}

export type PortraitReason = NonNullable<Portrait['reason']>

/** The portrait was deleted, or another request has replaced this one. */
export class PortraitGone extends Error {
  override readonly name = 'PortraitGone'
}

const open: readonly PortraitRow['status'][] = ['waiting', 'looking', 'rendering']

function openRun(run: PortraitRun, from = open) {
  return and(rowOf(portraits, run), eq(portraits.runId, run.runId), inArray(portraits.status, [...from]))
}

/** Changes a portrait that a worker makes. @param from its statuses before @throws PortraitGone */
export async function changeOpen(
  db: Queryable,
  run: PortraitRun,
  from: readonly PortraitRow['status'][],
  change: Partial<PortraitRow>,
): Promise<PortraitRow> {
  const [row] = await db.update(portraits).set(change).where(openRun(run, from)).returning()
  if (row === undefined) throw new PortraitGone()
  return row
}

/** Ends a portrait without a result. Does nothing if it has ended. */
export async function failPortrait(
  { db, clock }: Pick<PortraitArea, 'db' | 'clock'>,
  run: PortraitRun,
  reason: PortraitReason,
): Promise<void> {
  await db.transaction(async (tx) => {
    const [row] = await tx.update(portraits).set({ status: 'failed', reason }).where(openRun(run)).returning()
    if (row !== undefined) await recordPortrait(tx, null, row, 'errored', {}, clock.now())
  })
}

/** Ends a portrait in the transaction that adds its result. @throws PortraitGone */
export async function finishPortrait(
  { clock }: Pick<PortraitArea, 'clock'>,
  tx: Transaction,
  run: PortraitRun,
  result: Pick<PortraitRow, 'renderedVersion' | 'renderedCaptions' | 'pieces'>,
): Promise<void> {
  const renderedAt = clock.now()
  const ended = { status: 'ready', progress: 1, reason: null, hasResult: true, renderedAt } as const
  const row = await changeOpen(tx, run, ['rendering'], { ...ended, ...result })
  await recordPortrait(tx, null, row, 'ready', {}, renderedAt)
}
