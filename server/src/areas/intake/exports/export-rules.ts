import { cloudExportLimits, type ExportRule, type ExportRuleBody } from '@kinora/contract'
import { and, asc, eq, ne, sql } from 'drizzle-orm'
import type { Caller, Scope } from '../../../platform/auth.ts'
import type { Queryable, Transaction } from '../../../platform/database/database.ts'
import { uuidv7 } from '../../../platform/database/ids.ts'
import { takeLock } from '../../../platform/database/locks.ts'
import { sortName } from '../../../platform/database/name-order.ts'
import { loadPage, type PageQuery } from '../../../platform/database/page.ts'
import { rowOf } from '../../../platform/database/row-of.ts'
import { changesBetween } from '../../../platform/events/audit.ts'
import { changeRecorder } from '../../../platform/events/changes.ts'
import { problem } from '../../../platform/problem.ts'
import { assertCollectionNotTrashed, foldersAbove } from '../../library/index.ts'
import { accountsById } from '../accounts/cloud-accounts.ts'
import { lockAccount } from '../folders/watch-folders.ts'
import type { Intake } from '../intake.ts'
import { type ExportRuleRow, exportRules } from '../tables.ts'

type Verb = 'created' | 'updated' | 'deleted' | 'paused' | 'resumed'

const recordRule = changeRecorder(({ id, environmentId, name }: ExportRuleRow, verb: Verb) => ({
  environmentId,
  object: { type: 'export_rule', id, name },
  action: `export_rule.${verb}` as const,
}))

/** A page of the rules of an environment by name. */
export function listExportRules({ db }: Pick<Intake, 'db'>, { environmentId }: Scope, page: PageQuery) {
  const where = eq(exportRules.environmentId, environmentId)
  return loadPage(page, {
    select: db
      .select()
      .from(exportRules)
      .where(where)
      .orderBy(asc(sortName(exportRules.name)), asc(exportRules.id)),
    total: db.$count(exportRules, where),
    view: (rows) => viewRules(db, environmentId, rows),
  })
}

/** @throws problem not-found, name-taken, limit-reached, in-trash */
export async function createExportRule(
  { db, clock }: Intake,
  caller: Caller,
  body: ExportRuleBody,
): Promise<ExportRule> {
  const { environmentId } = caller.scope
  const createdAt = clock.now()
  const row = await db.transaction(async (tx) => {
    const id = uuidv7(createdAt.getTime())
    await assertFits(tx, { id, environmentId }, body)
    const rules = await tx.$count(exportRules, eq(exportRules.environmentId, environmentId))
    if (rules >= cloudExportLimits.rulesPerEnvironment)
      throw problem('limit-reached', { detail: `At most ${cloudExportLimits.rulesPerEnvironment} rules` })
    const createdBy = caller.actor.name
    const added = { ...body, id, environmentId, isPaused: false, createdBy, createdAt }
    await tx.insert(exportRules).values(added)
    await recordRule(tx, caller, added, 'created', { after: { ...body } }, createdAt)
    return added
  })
  return viewRule(db, row)
}

/** @throws problem not-found, name-taken, in-trash */
export async function updateExportRule(
  { db, clock }: Intake,
  caller: Caller,
  id: string,
  body: ExportRuleBody,
): Promise<ExportRule> {
  const row = await db.transaction(async (tx) => {
    const { environmentId } = caller.scope
    await assertFits(tx, { id, environmentId }, body)
    const before = await lockRule(tx, caller.scope, id)
    await tx.update(exportRules).set(body).where(rowOf(exportRules, before))
    const after = { ...before, ...body }
    const changes = changesBetween(before, after)
    if (changes !== null) await recordRule(tx, caller, after, 'updated', changes, clock.now())
    return after
  })
  return viewRule(db, row)
}

/** @throws problem not-found */
export async function deleteExportRule({ db, clock }: Intake, caller: Caller, id: string): Promise<void> {
  await db.transaction(async (tx) => {
    const row = await lockRule(tx, caller.scope, id)
    await tx.delete(exportRules).where(rowOf(exportRules, row))
    const { name, accountId, path } = row
    await recordRule(tx, caller, row, 'deleted', { before: { name, accountId, path } }, clock.now())
  })
}

/** Pauses or resumes a rule. Does nothing if it is so already. @throws problem not-found */
export async function pauseExportRule(
  { db, clock }: Intake,
  caller: Caller,
  id: string,
  isPaused: boolean,
): Promise<ExportRule> {
  const row = await db.transaction(async (tx) => {
    const before = await lockRule(tx, caller.scope, id)
    if (before.isPaused === isPaused) return before
    await tx.update(exportRules).set({ isPaused }).where(rowOf(exportRules, before))
    await recordRule(tx, caller, before, isPaused ? 'paused' : 'resumed', {}, clock.now())
    return { ...before, isPaused }
  })
  return viewRule(db, row)
}

async function lockRule(tx: Transaction, { environmentId }: Scope, id: string): Promise<ExportRuleRow> {
  const [row] = await tx
    .select()
    .from(exportRules)
    .where(rowOf(exportRules, { id, environmentId }))
    .for('update')
  if (row === undefined) throw problem('not-found')
  return row
}

/** Lets one rule of an environment change at a time, so that names and their number stay correct.
 * @throws problem not-found, name-taken, in-trash */
async function assertFits(
  tx: Transaction,
  { id, environmentId }: Pick<ExportRuleRow, 'id' | 'environmentId'>,
  { accountId, collectionId, name }: ExportRuleBody,
): Promise<void> {
  await lockAccount(tx, environmentId, { accountId })
  await takeLock(tx, `export rules ${environmentId}`)
  const hasName = eq(sql`lower(${exportRules.name})`, sql`lower(${name})`)
  const others = and(eq(exportRules.environmentId, environmentId), ne(exportRules.id, id), hasName)
  if ((await tx.$count(exportRules, others)) > 0) throw problem('name-taken')
  if (collectionId !== null) await assertCollectionNotTrashed(tx, environmentId, collectionId)
}

async function viewRule(db: Queryable, row: ExportRuleRow): Promise<ExportRule> {
  const [view] = await viewRules(db, row.environmentId, [row])
  if (view === undefined) throw problem('not-found')
  return view
}

async function viewRules(
  db: Queryable,
  environmentId: string,
  rows: readonly ExportRuleRow[],
): Promise<ExportRule[]> {
  const accounts = await accountsById(
    db,
    environmentId,
    rows.map(({ accountId }) => accountId),
  )
  const folderIds = rows.flatMap(({ collectionId }) => collectionId ?? [])
  const folders = await foldersAbove(db, { environmentId, filter: null }, folderIds)
  return rows.flatMap((row): ExportRule | [] => {
    const account = accounts.get(row.accountId)
    if (account === undefined) return []
    const { environmentId: _environment, accountId: _account, createdAt, ...shown } = row
    const folder = folders.get(row.collectionId ?? '')?.find(({ id }) => id === row.collectionId)
    return {
      ...shown,
      account,
      collectionName: folder?.name ?? null,
      createdAt: createdAt.toISOString(),
    }
  })
}
