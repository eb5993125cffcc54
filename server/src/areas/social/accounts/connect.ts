import { createHash, randomBytes } from 'node:crypto'
import { type SocialNetwork, socialPostLimits } from '@kinora/contract'
import { and, asc, eq, gt, inArray, lt } from 'drizzle-orm'
import type { Person, Scope } from '../../../platform/auth.ts'
import { addSeconds } from '../../../platform/clock.ts'
import type { Transaction } from '../../../platform/database/database.ts'
import { uuidv7 } from '../../../platform/database/ids.ts'
import { takeLock } from '../../../platform/database/locks.ts'
import { assertBelowLimit } from '../../../platform/database/row-limits.ts'
import { rowOf } from '../../../platform/database/row-of.ts'
import { problem } from '../../../platform/problem.ts'
import { type AppKeys, type ConnectedAccount, ScopesMissing, type SendAs } from '../networks/driver.ts'
import { type Network, networkOf } from '../networks/drivers.ts'
import { recordAccount } from '../records/changes.ts'
import { type AccountRow, socialAccounts, socialStates } from '../records/tables.ts'
import type { Social } from '../social.ts'
import { asProblem } from './account-problems.ts'
import { findApp, keysOf, redirectUriOf } from './apps.ts'
import { tokenFields } from './tokens.ts'

const STATE_LIFETIME_S = 600
const STATE_BYTES = 24
/** RFC 7636, section 4.1. */
const VERIFIER_BYTES = 48
/** A code is exchanged, and the account read, within this time. */
const EXCHANGE_TIMEOUT_MS = 40_000

interface PersonCaller {
  readonly actor: Person
  readonly scope: Scope
}

/** Begins to connect an account. Returns where the person allows the access.
 * @throws problem social-not-set-up, not-found */
export async function connectAccount(
  social: Social,
  { actor, scope }: PersonCaller,
  { network, accountId }: { readonly network: SocialNetwork; readonly accountId?: string | undefined },
  origin: string,
): Promise<string> {
  const { db, clock, secrets } = social
  const { environmentId } = scope
  const app = await findApp(db, environmentId, network)
  if (accountId !== undefined) await assertAccountOf(social, environmentId, network, accountId)
  if (app === null) throw problem('social-not-set-up')
  const { driver, client } = networkOf(social, network)
  const now = clock.now()
  // The environment is for the page that people come back to, which makes the next call in it.
  const state = `${environmentId}.${randomBytes(STATE_BYTES).toString('base64url')}`
  const verifier = randomBytes(VERIFIER_BYTES).toString('base64url')
  const redirectUri = redirectUriOf(origin)
  await db.insert(socialStates).values({
    id: uuidv7(now.getTime()),
    environmentId,
    userId: actor.userId,
    network,
    stateHash: hashOf(state),
    verifier: secrets.encrypt(verifier),
    redirectUri,
    clientId: app.clientId,
    accountId: accountId ?? null,
    expiresAt: addSeconds(now, STATE_LIFETIME_S),
  })
  const challenge = createHash('sha256').update(verifier).digest('base64url')
  return client.resolve(driver.authorizeUrl({ clientId: app.clientId, state, challenge, redirectUri }))
}

/** Connects the account with the code that the network sent back. Of several that a person allowed at once, it returns the first.
 * @throws problem social-state-unknown, social-scopes-missing, social-no-channel, social-other-account, social-account-limit,
 * social-not-set-up, social-refused, social-unreachable */
export async function finishAccount(
  social: Social,
  caller: PersonCaller,
  { state, code }: { readonly state: string; readonly code: string },
): Promise<AccountRow> {
  const begun = await takeState(social, caller, state)
  const app = await findApp(social.db, begun.environmentId, begun.network)
  if (app === null || app.clientId !== begun.clientId) throw problem('social-not-set-up')
  const network = networkOf(social, begun.network)
  const found = await exchange(social, network, keysOf(social, app), begun, code)
  return keepAccounts(social, caller, begun, found)
}

type StateRow = typeof socialStates.$inferSelect

/** Consumes a state: of two requests with one only the first gets it. It counts for the person who began, in their environment.
 * @throws problem social-state-unknown */
async function takeState(
  { db, clock }: Social,
  { actor, scope }: PersonCaller,
  state: string,
): Promise<StateRow> {
  const [row] = await db
    .delete(socialStates)
    .where(
      and(
        eq(socialStates.environmentId, scope.environmentId),
        eq(socialStates.stateHash, hashOf(state)),
        eq(socialStates.userId, actor.userId),
        gt(socialStates.expiresAt, clock.now()),
      ),
    )
    .returning()
  if (row === undefined) throw problem('social-state-unknown')
  return row
}

async function exchange(
  { secrets, clock }: Social,
  { driver, client }: Network,
  keys: AppKeys,
  { verifier, redirectUri }: StateRow,
  code: string,
): Promise<ConnectedAccount[]> {
  const signal = AbortSignal.timeout(EXCHANGE_TIMEOUT_MS)
  try {
    const given = { code, verifier: secrets.decrypt(verifier), redirectUri }
    const tokens = await driver.exchange(client, keys, given, signal)
    const token = tokens.accessToken
    const send: SendAs = (request) => client.send({ ...request, token }, signal)
    const found = (await driver.listAccounts?.(send, clock.now())) ?? []
    const remote = driver.listAccounts ? null : await driver.identify(send, clock.now())
    if (remote !== null) found.push({ remote, tokens })
    if (found.length === 0) throw problem('social-no-channel')
    return found
  } catch (error) {
    if (error instanceof ScopesMissing) throw problem('social-scopes-missing')
    throw asProblem(error)
  }
}

/** Adds the accounts, or connects those again that are there. Returns the first, or the one that must be connected again.
 * @throws problem social-other-account, social-account-limit */
async function keepAccounts(
  social: Social,
  caller: PersonCaller,
  begun: StateRow,
  found: readonly ConnectedAccount[],
): Promise<AccountRow> {
  const { db } = social
  const { network, environmentId, accountId } = begun
  return db.transaction(async (tx) => {
    // Two connections at once would both find that an account is new.
    await takeLock(tx, `social accounts ${environmentId}`)
    const known = await tx
      .select()
      .from(socialAccounts)
      .where(
        and(
          eq(socialAccounts.environmentId, environmentId),
          eq(socialAccounts.network, network),
          inArray(
            socialAccounts.remoteId,
            found.map(({ remote }) => remote.remoteId),
          ),
        ),
      )
      .orderBy(asc(socialAccounts.id))
      .for('update')
    const again = accountId === null ? null : known.find(({ id }) => id === accountId)
    if (again === undefined) throw problem('social-other-account')
    const beforeOf = ({ remote }: ConnectedAccount) =>
      known.find(({ remoteId }) => remoteId === remote.remoteId)
    // A person who connects one account again wants no new ones beside it.
    const wanted = again === null ? found : found.filter((each) => beforeOf(each) !== undefined)
    await assertBelowLimit(tx, socialAccounts, eq(socialAccounts.environmentId, environmentId), {
      lock: `social accounts ${environmentId}`,
      most: socialPostLimits.accounts,
      added: wanted.length - known.length,
      problem: 'social-account-limit',
    })
    const kept: AccountRow[] = []
    for (const each of wanted) {
      const before = beforeOf(each)
      kept.push(await keepAccount(social, tx, caller, begun, each, before))
    }
    const first = kept.find(({ id }) => id === again?.id) ?? kept[0]
    if (first === undefined) throw problem('social-no-channel')
    return first
  })
}

async function keepAccount(
  social: Social,
  tx: Transaction,
  caller: PersonCaller,
  { network, environmentId, clientId }: StateRow,
  { remote: { remoteId, name, url }, tokens }: ConnectedAccount,
  before: AccountRow | undefined,
): Promise<AccountRow> {
  const now = social.clock.now()
  const account: AccountRow = {
    id: before?.id ?? uuidv7(now.getTime()),
    organizationId: caller.scope.organizationId,
    environmentId,
    network,
    remoteId,
    name,
    url,
    clientId,
    refreshToken: before?.refreshToken ?? null,
    ...tokenFields(social, tokens),
    state: 'connected',
    reason: null,
    connectedBy: caller.actor.name,
    connectedAt: now,
    checkedAt: now,
  }
  await tx
    .insert(socialAccounts)
    .values(account)
    .onConflictDoUpdate({ target: socialAccounts.id, set: account })
  await recordAccount(tx, caller, account, 'connected', { after: { network, name, remoteId } }, now)
  return account
}

/** @throws problem not-found */
async function assertAccountOf(
  { db }: Social,
  environmentId: string,
  network: SocialNetwork,
  id: string,
): Promise<void> {
  const isIt = and(rowOf(socialAccounts, { id, environmentId }), eq(socialAccounts.network, network))
  if ((await db.$count(socialAccounts, isIt)) === 0) throw problem('not-found')
}

/** Deletes connections that were begun and never finished. */
export async function pruneStates({ db, clock }: Social): Promise<void> {
  await db.delete(socialStates).where(lt(socialStates.expiresAt, clock.now()))
}

const hashOf = (state: string) => createHash('sha256').update(state).digest()
