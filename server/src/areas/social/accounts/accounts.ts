import type { SocialAccount, SocialTarget } from '@kinora/contract'
import { and, asc, count, desc, eq, inArray } from 'drizzle-orm'
import type { Caller, Scope } from '../../../platform/auth.ts'
import { addSeconds } from '../../../platform/clock.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import { loadPage, type PageQuery } from '../../../platform/database/page.ts'
import { rowOf } from '../../../platform/database/row-of.ts'
import { messageOf } from '../../../platform/log.ts'
import { problem } from '../../../platform/problem.ts'
import { networkOf } from '../networks/drivers.ts'
import { recordAccount } from '../records/changes.ts'
import { endPosts, openStates } from '../records/open-posts.ts'
import { type AccountRow, socialAccounts, socialApps, socialPosts } from '../records/tables.ts'
import type { Social } from '../social.ts'
import { asProblem } from './account-problems.ts'
import { findApp, keysOf } from './apps.ts'
import { sendAs } from './tokens.ts'

/** The end of an access that is nearer is shown. */
const ENDS_SOON_S = 30 * 24 * 3600
const CHECK_TIMEOUT_MS = 40_000
const REVOKE_TIMEOUT_MS = 10_000

/** A page of the accounts of an environment, newest first. */
export async function listAccounts({ db, clock }: Social, { environmentId }: Scope, query: PageQuery) {
  const where = eq(socialAccounts.environmentId, environmentId)
  return loadPage(query, {
    select: db
      .select()
      .from(socialAccounts)
      .where(where)
      .orderBy(desc(socialAccounts.connectedAt), asc(socialAccounts.id)),
    total: db.$count(socialAccounts, where),
    view: (rows) => viewAccounts({ db, clock }, environmentId, rows),
  })
}

/** The accounts that videos can be posted to, by name. */
export async function listTargets({ db }: Social, { environmentId }: Scope): Promise<SocialTarget[]> {
  const rows = await db
    .select()
    .from(socialAccounts)
    .where(eq(socialAccounts.environmentId, environmentId))
    .orderBy(asc(socialAccounts.network), asc(socialAccounts.name), asc(socialAccounts.id))
  const apps = await db.select().from(socialApps).where(eq(socialApps.environmentId, environmentId))
  return rows.map(({ id, network, name, state, reason }) => {
    const isAudited = apps.some((app) => app.network === network && app.isAudited)
    return { id, network, name, state, reason, isAudited }
  })
}

/** @throws problem not-found */
export async function findAccount(
  db: Queryable,
  { environmentId }: Pick<Scope, 'environmentId'>,
  id: string,
): Promise<AccountRow> {
  const [row] = await db.select().from(socialAccounts).where(rowOf(socialAccounts, { id, environmentId }))
  if (row === undefined) throw problem('not-found')
  return row
}

/** Asks the network whether an account works. One whose connection has ended is not asked again.
 * @throws problem not-found, social-not-set-up, social-refused, social-unreachable */
export async function checkAccount(social: Social, scope: Scope, id: string): Promise<SocialAccount> {
  const { db, clock } = social
  const before = await findAccount(db, scope, id)
  const signal = AbortSignal.timeout(CHECK_TIMEOUT_MS)
  const { driver } = networkOf(social, before.network)
  try {
    const remote = await driver.identify(sendAs(social, before, signal), clock.now())
    if (remote?.remoteId !== before.remoteId)
      throw problem('social-refused', { detail: 'The network no longer has this account' })
    const { name, url } = remote
    await db
      .update(socialAccounts)
      .set({ name, url, checkedAt: clock.now() })
      .where(rowOf(socialAccounts, before))
  } catch (error) {
    const now = await findAccount(db, scope, id)
    if (now.state !== 'reconnect') throw asProblem(error)
  }
  return viewAccount(social, await findAccount(db, scope, id))
}

/** Disconnects an account and ends its posts. The access is given back to the network, which may not answer: then it ends with the
 * token. @throws problem not-found */
export async function deleteAccount(social: Social, caller: Caller, id: string): Promise<void> {
  const { db, clock } = social
  const now = clock.now()
  const row = await db.transaction(async (tx) => {
    const [account] = await tx
      .select()
      .from(socialAccounts)
      .where(rowOf(socialAccounts, { id, environmentId: caller.scope.environmentId }))
      .for('update')
    if (account === undefined) throw problem('not-found')
    await endPosts(social, tx, caller, account, now)
    await tx.delete(socialAccounts).where(rowOf(socialAccounts, account))
    const { network, name, remoteId } = account
    await recordAccount(tx, caller, account, 'deleted', { before: { network, name, remoteId } }, now)
    return account
  })
  await revoke(social, row)
}

async function revoke(social: Social, account: AccountRow): Promise<void> {
  const { secrets, log } = social
  const app = await findApp(social.db, account.environmentId, account.network)
  if (app === null || app.clientId !== account.clientId) return
  const { driver, client } = networkOf(social, account.network)
  const signal = AbortSignal.timeout(REVOKE_TIMEOUT_MS)
  try {
    const { accessToken, refreshToken } = account
    const tokens = {
      accessToken: secrets.decrypt(accessToken),
      refreshToken: refreshToken === null ? null : secrets.decrypt(refreshToken),
    }
    await driver.revoke(client, keysOf(social, app), tokens, signal)
  } catch (error) {
    log.warn(
      { network: account.network, fault: messageOf(error) },
      'the access to an account was not given back',
    )
  }
}

type Viewing = Pick<Social, 'db' | 'clock'>

/** @throws problem not-found if the account was deleted meanwhile */
export async function viewAccount(social: Viewing, row: AccountRow): Promise<SocialAccount> {
  const [view] = await viewAccounts(social, row.environmentId, [row])
  if (view === undefined) throw problem('not-found')
  return view
}

async function viewAccounts(
  { db, clock }: Viewing,
  environmentId: string,
  rows: readonly AccountRow[],
): Promise<SocialAccount[]> {
  const ids = rows.map(({ id }) => id)
  const isOpen = and(
    eq(socialPosts.environmentId, environmentId),
    inArray(socialPosts.accountId, ids),
    inArray(socialPosts.state, [...openStates]),
  )
  const counted = await db
    .select({ id: socialPosts.accountId, count: count() })
    .from(socialPosts)
    .where(isOpen)
    .groupBy(socialPosts.accountId)
  const soon = addSeconds(clock.now(), ENDS_SOON_S)
  return rows.map(
    ({
      id,
      network,
      remoteId,
      name,
      url,
      state,
      reason,
      connectedBy,
      connectedAt,
      checkedAt,
      ...tokens
    }) => ({
      id,
      environmentId,
      network,
      remoteId,
      name,
      url,
      state,
      reason,
      openPosts: counted.find((each) => each.id === id)?.count ?? 0,
      connectedBy,
      connectedAt: connectedAt.toISOString(),
      checkedAt: checkedAt?.toISOString() ?? null,
      endsAt:
        state === 'connected' && tokens.refreshToken === null && tokens.accessUntil < soon
          ? tokens.accessUntil.toISOString()
          : null,
    }),
  )
}
