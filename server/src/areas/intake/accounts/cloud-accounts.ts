import {
  type AccountSecretName,
  accountLimits,
  accountSecretNames,
  accountSecrets,
  type CloudAccount,
  type CloudAccountBody,
  cloudAccount,
} from '@kinora/contract'
import { and, asc, count, eq, inArray, ne, not, sql } from 'drizzle-orm'
import type { Caller, Scope } from '../../../platform/auth.ts'
import type { Queryable, Transaction } from '../../../platform/database/database.ts'
import { uuidv7 } from '../../../platform/database/ids.ts'
import { takeLock } from '../../../platform/database/locks.ts'
import { sortName } from '../../../platform/database/name-order.ts'
import { loadPage, type PageQuery } from '../../../platform/database/page.ts'
import { rowOf } from '../../../platform/database/row-of.ts'
import { changesBetween } from '../../../platform/events/audit.ts'
import { problem } from '../../../platform/problem.ts'
import type { Intake } from '../intake.ts'
import { placeOfAccount } from '../stores/open-store.ts'
import { type CloudAccountRow, cloudAccounts, exportRules, watchFolders } from '../tables.ts'
import { recordAccount } from './account-changes.ts'
import { assertPlace, filesOf, serverOf } from './account-place.ts'
import { assertNotNested, leaveFiles } from './nesting.ts'

/** A page of the accounts of an environment by name. */
export function listCloudAccounts({ db }: Pick<Intake, 'db'>, { environmentId }: Scope, page: PageQuery) {
  const where = eq(cloudAccounts.environmentId, environmentId)
  return loadPage(page, {
    select: db
      .select()
      .from(cloudAccounts)
      .where(where)
      .orderBy(asc(sortName(cloudAccounts.name)), asc(cloudAccounts.id)),
    total: db.$count(cloudAccounts, where),
    view: (rows) => viewAccounts(db, environmentId, rows),
  })
}

/** All accounts of an environment by name, for those who choose one. */
export async function listAccountNames({ db }: Pick<Intake, 'db'>, { environmentId }: Scope) {
  const { id, name, kind } = cloudAccounts
  return db
    .select({ id, name, kind })
    .from(cloudAccounts)
    .where(eq(cloudAccounts.environmentId, environmentId))
    .orderBy(asc(sortName(name)), asc(id))
    .limit(accountLimits.accountsPerEnvironment)
}

/** Accounts by ID, as those see them who choose one. */
export async function accountsById(
  db: Queryable,
  environmentId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Pick<CloudAccountRow, 'id' | 'name' | 'kind'>>> {
  const { id, name, kind } = cloudAccounts
  const rows = await db
    .select({ id, name, kind })
    .from(cloudAccounts)
    .where(and(eq(cloudAccounts.environmentId, environmentId), inArray(id, [...ids])))
  return new Map(rows.map((row) => [row.id, row]))
}

/** @throws problem not-found */
export async function getCloudAccount(intake: Intake, scope: Scope, id: string): Promise<CloudAccount> {
  return viewAccount(intake.db, await findAccount(intake.db, scope, id))
}

/** @throws problem not-found */
export async function findAccount(
  db: Queryable,
  { environmentId }: Pick<Scope, 'environmentId'>,
  id: string,
): Promise<CloudAccountRow> {
  const [row] = await db.select().from(cloudAccounts).where(rowOf(cloudAccounts, { id, environmentId }))
  if (row === undefined) throw problem('not-found')
  return row
}

/** @throws problem name-taken, limit-reached, cloud-account-secret, url-not-allowed, host-not-allowed */
export async function createCloudAccount(
  intake: Intake,
  caller: Caller,
  body: CloudAccountBody,
): Promise<CloudAccount> {
  const { db, clock } = intake
  const { environmentId } = caller.scope
  await assertPlace(intake, body)
  const at = clock.now()
  const row = await db.transaction(async (tx) => {
    const id = uuidv7(at.getTime())
    await assertNameIsFree(tx, { id, environmentId, name: body.name })
    const rows = await tx.$count(cloudAccounts, eq(cloudAccounts.environmentId, environmentId))
    if (rows >= accountLimits.accountsPerEnvironment)
      throw problem('limit-reached', { detail: `At most ${accountLimits.accountsPerEnvironment} accounts` })
    const added: CloudAccountRow = {
      id,
      environmentId,
      name: body.name,
      kind: body.kind,
      settings: body.settings,
      ...sealSecrets(intake, body, {}),
      hostKey: 'hostKey' in body ? (body.hostKey ?? null) : null,
      state: 'ok',
      reason: null,
      checkedAt: null,
      createdBy: caller.actor.name,
      createdAt: at,
      updatedAt: at,
    }
    await tx.insert(cloudAccounts).values(added)
    await recordAccount(tx, caller, added, 'created', { after: factsOf(added) }, at)
    return added
  })
  return viewAccount(db, row)
}

/** Replaces an account. Secrets that are omitted stay, but never go to another server.
 * @throws problem not-found, name-taken, cloud-account-kind, cloud-account-secret, url-not-allowed, host-not-allowed,
 * watch-folder-nested */
export async function updateCloudAccount(
  intake: Intake,
  caller: Caller,
  id: string,
  body: CloudAccountBody,
): Promise<CloudAccount> {
  const { db, clock, secrets } = intake
  const { environmentId } = caller.scope
  await findAccount(db, caller.scope, id)
  await assertPlace(intake, body)
  const at = clock.now()
  const row = await db.transaction(async (tx) => {
    await assertNameIsFree(tx, { id, environmentId, name: body.name })
    const before = await lockAccount(tx, caller.scope, id)
    if (before.kind !== body.kind) throw problem('cloud-account-kind')
    const isSameServer = serverOf(placeOfAccount(before)) === serverOf(body)
    const known = isSameServer ? JSON.parse(secrets.decrypt(before.secretsEncrypted)) : {}
    const keyBefore = isSameServer ? before.hostKey : null
    const after: CloudAccountRow = {
      ...before,
      name: body.name,
      settings: body.settings,
      ...sealSecrets(intake, body, known),
      hostKey: 'hostKey' in body && body.hostKey !== undefined ? body.hostKey : keyBefore,
      updatedAt: at,
    }
    await tx.update(cloudAccounts).set(after).where(rowOf(cloudAccounts, before))
    await restartFolders(tx, before, after)
    const changes = changesBetween(factsOf(before), factsOf(after))
    const areSecretsNew = Object.values(body.secrets).some((value) => value !== undefined)
    if (changes !== null || areSecretsNew)
      await recordAccount(tx, caller, after, 'updated', changes ?? {}, at)
    return after
  })
  return viewAccount(db, row)
}

/** Ends lists that are under way. Folders of another place begin with its files. @throws problem watch-folder-nested */
async function restartFolders(
  tx: Transaction,
  before: CloudAccountRow,
  after: CloudAccountRow,
): Promise<void> {
  const isMoved = filesOf(placeOfAccount(before)) !== filesOf(placeOfAccount(after))
  const folders = await tx
    .update(watchFolders)
    .set({
      scanAt: after.updatedAt,
      fence: sql`${watchFolders.fence} + 1`,
      ...(isMoved && { isKnown: false }),
    })
    .where(and(...watchedIn(after)))
    .returning()
  if (!isMoved) return
  for (const folder of folders) {
    await assertNotNested(tx, folder)
    await leaveFiles(tx, folder)
  }
}

/** @throws problem not-found, cloud-account-used */
export async function deleteCloudAccount({ db, clock }: Intake, caller: Caller, id: string): Promise<void> {
  await db.transaction(async (tx) => {
    const row = await lockAccount(tx, caller.scope, id)
    const byRule = and(eq(exportRules.environmentId, row.environmentId), eq(exportRules.accountId, id))
    const users =
      (await tx.$count(watchFolders, and(...watchedIn(row)))) + (await tx.$count(exportRules, byRule))
    if (users > 0) throw problem('cloud-account-used')
    const ofAccount = and(eq(watchFolders.environmentId, row.environmentId), eq(watchFolders.accountId, id))
    await tx.delete(watchFolders).where(ofAccount)
    await tx.delete(cloudAccounts).where(rowOf(cloudAccounts, row))
    await recordAccount(tx, caller, row, 'deleted', { before: factsOf(row) }, clock.now())
  })
}

/** Conditions: a watched folder of an account, and none of an import. */
function watchedIn({ id, environmentId }: Pick<CloudAccountRow, 'id' | 'environmentId'>) {
  return [
    eq(watchFolders.environmentId, environmentId),
    eq(watchFolders.accountId, id),
    not(watchFolders.isImport),
  ]
}

async function lockAccount(tx: Transaction, { environmentId }: Scope, id: string): Promise<CloudAccountRow> {
  const [row] = await tx
    .select()
    .from(cloudAccounts)
    .where(rowOf(cloudAccounts, { id, environmentId }))
    .for('update')
  if (row === undefined) throw problem('not-found')
  return row
}

/** Lets one account of an environment change at a time, so that names and their number stay correct. @throws problem name-taken */
async function assertNameIsFree(
  tx: Transaction,
  { id, environmentId, name }: Pick<CloudAccountRow, 'id' | 'environmentId' | 'name'>,
): Promise<void> {
  await takeLock(tx, `cloud accounts ${environmentId}`)
  const hasName = eq(sql`lower(${cloudAccounts.name})`, sql`lower(${name})`)
  const others = and(eq(cloudAccounts.environmentId, environmentId), ne(cloudAccounts.id, id), hasName)
  if ((await tx.$count(cloudAccounts, others)) > 0) throw problem('name-taken')
}

type SecretTexts = Partial<Record<AccountSecretName, string>>

/** @throws problem cloud-account-secret if there is none to sign in with */
function sealSecrets(
  { secrets }: Pick<Intake, 'secrets'>,
  { kind, secrets: given }: CloudAccountBody,
  known: SecretTexts,
): Pick<CloudAccountRow, 'secretsEncrypted' | 'secretNames'> {
  const texts = accountSecretNames.flatMap((name): [AccountSecretName, string][] => {
    if (!accountSecrets[kind].includes(name)) return []
    const text = given[name] === undefined ? known[name] : given[name]
    return text === undefined || text === null ? [] : [[name, text]]
  })
  const secretNames = texts.map(([name]) => name)
  if (!secretNames.some((name) => name !== 'passphrase')) throw problem('cloud-account-secret')
  return { secretsEncrypted: secrets.encrypt(JSON.stringify(Object.fromEntries(texts))), secretNames }
}

/** The fields that people set, without secrets. */
function factsOf({ name, kind, settings, hostKey }: CloudAccountRow) {
  return { name, kind, settings, hostKey }
}

/** An account as people see it. */
export async function viewAccount(db: Queryable, row: CloudAccountRow): Promise<CloudAccount> {
  const [view] = await viewAccounts(db, row.environmentId, [row])
  if (view === undefined) throw problem('not-found')
  return view
}

async function viewAccounts(
  db: Queryable,
  environmentId: string,
  rows: readonly CloudAccountRow[],
): Promise<CloudAccount[]> {
  const ids = rows.map(({ id }) => id)
  const counted =
    ids.length === 0
      ? []
      : await db
          .select({ accountId: watchFolders.accountId, folders: count() })
          .from(watchFolders)
          .where(
            and(
              eq(watchFolders.environmentId, environmentId),
              inArray(watchFolders.accountId, ids),
              not(watchFolders.isImport),
            ),
          )
          .groupBy(watchFolders.accountId)
  const folders = new Map(counted.map((each) => [each.accountId, each.folders]))
  return rows.map(({ secretsEncrypted: _secret, secretNames, ...row }) =>
    cloudAccount.parse({
      ...row,
      secrets: secretNames,
      checkedAt: row.checkedAt?.toISOString() ?? null,
      folders: folders.get(row.id) ?? 0,
      createdAt: row.createdAt.toISOString(),
      updatedAt: row.updatedAt.toISOString(),
    }),
  )
}
