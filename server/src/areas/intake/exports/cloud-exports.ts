import { type CloudExport, type CloudExportBody, cloudExportLimits } from '@kinora/contract'
import { and, desc, eq, inArray, lt } from 'drizzle-orm'
import type { Caller, Scope } from '../../../platform/auth.ts'
import { addSeconds } from '../../../platform/clock.ts'
import type { Queryable, Transaction } from '../../../platform/database/database.ts'
import { uuidv7 } from '../../../platform/database/ids.ts'
import { loadPage, type PageQuery } from '../../../platform/database/page.ts'
import { rowOf } from '../../../platform/database/row-of.ts'
import { inBatches } from '../../../platform/jobs/in-batches.ts'
import { problem } from '../../../platform/problem.ts'
import { contentTitles, type ReadyVideo } from '../../library/index.ts'
import { recordAccount } from '../accounts/account-changes.ts'
import { accountsById, findAccount } from '../accounts/cloud-accounts.ts'
import { lockAccount } from '../folders/watch-folders.ts'
import type { Intake } from '../intake.ts'
import { type CloudExportRow, cloudExports, exportRules } from '../tables.ts'
import { exportJob } from './jobs.ts'

type Target = Pick<CloudExportRow, 'accountId' | 'path' | 'files'>

/** Queues exports of videos that a person chose. @throws problem not-found, content-not-ready, in-trash */
export async function exportVideos(
  intake: Intake,
  caller: Caller,
  body: CloudExportBody,
): Promise<{ items: CloudExport[] }> {
  const { db, clock, library } = intake
  const { environmentId } = caller.scope
  const { contentIds, ...target } = body
  const at = clock.now()
  const rows = await db.transaction(async (tx) => {
    await lockAccount(tx, environmentId, body)
    const account = await findAccount(tx, caller.scope, body.accountId)
    const added: CloudExportRow[] = []
    // In the order in which changes of several videos lock them.
    for (const id of [...new Set(contentIds)].sort()) {
      const video = await library.lockReadyVideo(tx, caller.scope, id)
      added.push(...(await addExport(intake, tx, { video, target, by: caller.actor.name, rule: null }, at)))
    }
    const after = { path: body.path, files: body.files, videos: added.map(({ title }) => title) }
    await recordAccount(tx, caller, account, 'exported', { after }, at)
    return added
  })
  return { items: await viewExports(db, environmentId, rows) }
}

interface NewExport {
  readonly video: ReadyVideo
  readonly target: Target
  /** Name of the person. */
  readonly by: string
  /** ID of the rule. */
  readonly rule: string | null
}

/** Adds an export with its job. @returns the rows that were added: none if the rule has exported this file before */
export async function addExport(
  { jobs }: Pick<Intake, 'jobs'>,
  tx: Transaction,
  { video, target, by, rule }: NewExport,
  at: Date,
): Promise<CloudExportRow[]> {
  const { environmentId } = video
  const rows = await tx
    .insert(cloudExports)
    .values({
      id: uuidv7(at.getTime()),
      environmentId,
      accountId: target.accountId,
      path: target.path,
      files: [...new Set(target.files)],
      contentId: video.id,
      title: video.title,
      ruleId: rule,
      version: video.sourceId ?? '',
      state: 'queued',
      createdBy: by,
      createdAt: at,
      changedAt: at,
    })
    .onConflictDoNothing()
    .returning()
  for (const { id } of rows) await jobs.enqueue(tx, exportJob, { exportId: id }, { environmentId, key: id })
  return rows
}

interface ExportQuery extends PageQuery {
  readonly contentId?: string | undefined
  readonly state?: CloudExport['state'] | undefined
}

/** A page of the exports of an environment, newest first. @throws problem not-found for an unknown video */
export async function listExports(
  { db, library }: Intake,
  scope: Scope,
  { contentId, state, ...page }: ExportQuery,
) {
  const { environmentId } = scope
  if (contentId !== undefined) await library.findVideo(scope, contentId)
  const where = and(
    eq(cloudExports.environmentId, environmentId),
    contentId === undefined ? undefined : eq(cloudExports.contentId, contentId),
    state === undefined ? undefined : eq(cloudExports.state, state),
  )
  return loadPage(page, {
    select: db
      .select()
      .from(cloudExports)
      .where(where)
      .orderBy(desc(cloudExports.createdAt), desc(cloudExports.id)),
    total: db.$count(cloudExports, where),
    view: (rows) => viewExports(db, environmentId, rows),
  })
}

/** Queues a failed export again. @throws problem not-found, cloud-export-not-failed */
export async function retryExport(intake: Intake, { scope }: Caller, id: string): Promise<CloudExport> {
  const { db, clock, jobs } = intake
  const { environmentId } = scope
  const row = await db.transaction(async (tx) => {
    const [before] = await tx
      .select()
      .from(cloudExports)
      .where(rowOf(cloudExports, { id, environmentId }))
      .for('update')
    if (before === undefined) throw problem('not-found')
    if (before.state !== 'failed') throw problem('cloud-export-not-failed')
    // Another file has the name: all begin again with another one.
    const restart = before.reason === 'name-taken' ? { baseName: null, written: [] } : {}
    const change = { ...restart, state: 'queued', reason: null, changedAt: clock.now() } as const
    await tx.update(cloudExports).set(change).where(rowOf(cloudExports, before))
    await jobs.enqueue(tx, exportJob, { exportId: id }, { environmentId, key: id })
    return { ...before, ...change }
  })
  const [view] = await viewExports(db, environmentId, [row])
  if (view === undefined) throw problem('not-found')
  return view
}

async function viewExports(
  db: Queryable,
  environmentId: string,
  rows: readonly CloudExportRow[],
): Promise<CloudExport[]> {
  const titles = await contentTitles(
    db,
    environmentId,
    rows.map(({ contentId }) => contentId),
  )
  const accounts = await accountsById(
    db,
    environmentId,
    rows.map(({ accountId }) => accountId),
  )
  const ruleIds = rows.flatMap(({ ruleId }) => ruleId ?? [])
  const rules = await db
    .select({ id: exportRules.id, name: exportRules.name })
    .from(exportRules)
    .where(and(eq(exportRules.environmentId, environmentId), inArray(exportRules.id, ruleIds)))
  return rows.flatMap((row): CloudExport | [] => {
    const account = accounts.get(row.accountId)
    if (account === undefined) return []
    const { id, contentId, path, files, state, reason, createdBy } = row
    return {
      id,
      contentId,
      contentTitle: titles.get(contentId) ?? row.title,
      account,
      path,
      files,
      rule: rules.find((rule) => rule.id === row.ruleId) ?? null,
      state,
      reason,
      written: row.written.flatMap(({ path: at, size, isDone }) => (isDone ? { path: at, size } : [])),
      createdBy,
      createdAt: row.createdAt.toISOString(),
      changedAt: row.changedAt.toISOString(),
    }
  })
}

const BATCH = 1000

/** Deletes what is known of exports that ended long ago. Their files stay. */
export async function deleteOldExports({ db, clock }: Pick<Intake, 'db' | 'clock'>): Promise<void> {
  const before = addSeconds(clock.now(), -cloudExportLimits.keptDays * 86_400)
  const isOld = and(inArray(cloudExports.state, ['done', 'failed']), lt(cloudExports.changedAt, before))
  await inBatches(BATCH, async () => {
    const old = db.select({ id: cloudExports.id }).from(cloudExports).where(isOld).limit(BATCH)
    const deleted = await db.delete(cloudExports).where(inArray(cloudExports.id, old))
    return deleted.rowCount ?? 0
  })
}
