import { type LayoutBody, type WallLayout, wallLimits } from '@kinora/contract'
import { and, asc, eq, ne, sql } from 'drizzle-orm'
import type { Caller } from '../../../platform/auth.ts'
import type { Transaction } from '../../../platform/database/database.ts'
import { uuidv7 } from '../../../platform/database/ids.ts'
import { takeLock } from '../../../platform/database/locks.ts'
import { sortName } from '../../../platform/database/name-order.ts'
import { rowOf } from '../../../platform/database/row-of.ts'
import { changesBetween } from '../../../platform/events/audit.ts'
import { changeRecorder } from '../../../platform/events/changes.ts'
import { problem } from '../../../platform/problem.ts'
import type { Monitoring } from '../monitoring.ts'
import { wallLayouts } from './tables.ts'

type LayoutRow = typeof wallLayouts.$inferSelect
type Context = Pick<Monitoring, 'db' | 'clock'>

const recordLayout = changeRecorder(({ id, name }: LayoutRow, verb: 'created' | 'updated' | 'deleted') => ({
  object: { type: 'wall_layout', id, name },
  action: `wall_layout.${verb}`,
}))

/** All layouts of the environment, by name. */
export async function listLayouts({ db }: Context, environmentId: string): Promise<WallLayout[]> {
  const rows = await db
    .select()
    .from(wallLayouts)
    .where(eq(wallLayouts.environmentId, environmentId))
    .orderBy(asc(sortName(wallLayouts.name)), asc(wallLayouts.id))
    .limit(wallLimits.layouts)
  return rows.map(viewOf)
}

/** @throws problem name-taken, limit-reached */
export async function createLayout(
  { db, clock }: Context,
  caller: Caller,
  body: LayoutBody,
): Promise<WallLayout> {
  const at = clock.now()
  const { environmentId } = caller.scope
  const row: LayoutRow = {
    id: uuidv7(at.getTime()),
    environmentId,
    ...body,
    createdBy: caller.actor.name,
    createdAt: at,
    updatedAt: at,
  }
  await db.transaction(async (tx) => {
    await assertNameIsFree(tx, row)
    const count = await tx.$count(wallLayouts, eq(wallLayouts.environmentId, environmentId))
    if (count >= wallLimits.layouts)
      throw problem('limit-reached', { detail: `At most ${wallLimits.layouts} layouts` })
    await tx.insert(wallLayouts).values(row)
    await recordLayout(tx, caller, row, 'created', { after: factsOf(row) }, at)
  })
  return viewOf(row)
}

/** @throws problem not-found, name-taken */
export async function updateLayout(
  { db, clock }: Context,
  caller: Caller,
  id: string,
  body: LayoutBody,
): Promise<WallLayout> {
  const at = clock.now()
  return db.transaction(async (tx) => {
    const before = await lockLayout(tx, caller, id)
    const row: LayoutRow = { ...before, ...body, updatedAt: at }
    await assertNameIsFree(tx, row)
    await tx.update(wallLayouts).set(row).where(rowOf(wallLayouts, row))
    const changes = changesBetween(factsOf(before), factsOf(row))
    if (changes !== null) await recordLayout(tx, caller, row, 'updated', changes, at)
    return viewOf(row)
  })
}

/** @throws problem not-found */
export async function deleteLayout({ db, clock }: Context, caller: Caller, id: string): Promise<void> {
  await db.transaction(async (tx) => {
    const row = await lockLayout(tx, caller, id)
    await tx.delete(wallLayouts).where(rowOf(wallLayouts, row))
    await recordLayout(tx, caller, row, 'deleted', { before: factsOf(row) }, clock.now())
  })
}

/** @throws problem not-found */
async function lockLayout(tx: Transaction, { scope }: Caller, id: string): Promise<LayoutRow> {
  const [row] = await tx
    .select()
    .from(wallLayouts)
    .where(rowOf(wallLayouts, { id, environmentId: scope.environmentId }))
    .for('update')
  if (row === undefined) throw problem('not-found')
  return row
}

/** Lets one layout of an environment change at a time, so that names and their number stay correct.
 * @throws problem name-taken */
async function assertNameIsFree(tx: Transaction, { id, environmentId, name }: LayoutRow): Promise<void> {
  await takeLock(tx, `wall layouts ${environmentId}`)
  const hasName = eq(sql`lower(${wallLayouts.name})`, sql`lower(${name})`)
  const others = and(eq(wallLayouts.environmentId, environmentId), ne(wallLayouts.id, id), hasName)
  if ((await tx.$count(wallLayouts, others)) > 0) throw problem('name-taken')
}

function factsOf({ name, grid, tiles, rotateS }: LayoutRow) {
  return { name, grid, tiles: tiles.filter((tile) => tile !== null).length, rotateS }
}

function viewOf({ environmentId: _environmentId, createdAt, updatedAt, ...row }: LayoutRow): WallLayout {
  return { ...row, createdAt: createdAt.toISOString(), updatedAt: updatedAt.toISOString() }
}
