import { addSeconds } from '../../../platform/clock.ts'
import type { Queryable, Transaction } from '../../../platform/database/database.ts'
import { rowOf } from '../../../platform/database/row-of.ts'
import { ScopesMissing, type SendAs, type Tokens } from '../networks/driver.ts'
import { networkOf } from '../networks/drivers.ts'
import { ConnectionEnded, NetworkFailure, Refused } from '../networks/failures.ts'
import type { NetworkAnswer } from '../networks/network-client.ts'
import { recordAccount } from '../records/changes.ts'
import { type AccountRow, type AppRow, socialAccounts } from '../records/tables.ts'
import type { Social } from '../social.ts'
import { findApp, keysOf } from './apps.ts'

/** Tokens are refreshed this long before they end. */
const EARLY_S = 600
/** Longer than the client waits for an answer. */
const REFRESH_TIMEOUT_MS = 40_000

type AccountRef = Pick<AccountRow, 'id' | 'environmentId'>

/** An access token of an account. It is refreshed under a lock of its row, so that of many posts only one does so: networks
 * replace the refresh token, and end the connection if an old one comes again.
 * @param refused a token that the network does not accept
 * @throws Refused if the account must be connected again, NetworkFailure */
async function accessToken(social: Social, ref: AccountRef, refused: string | null): Promise<string> {
  const { db } = social
  const select = (from: Queryable) => from.select().from(socialAccounts).where(rowOf(socialAccounts, ref))
  const read = await readToken(social, db, await select(db), refused)
  const found = isStale(read)
    ? await db.transaction(async (tx) => {
        // Posts of the account can be created meanwhile, so it is not a lock of the key.
        const locked = await readToken(social, tx, await select(tx).for('no key update'), refused)
        return isStale(locked) ? refreshToken(social, tx, locked) : locked
      })
    : read
  // Thrown here, so that the state of the account is committed.
  if (found instanceof Refused) throw found
  return found
}

/** An account whose token is too old or refused. */
interface Stale {
  readonly account: AccountRow
  readonly app: AppRow
}

const isStale = (read: string | Refused | Stale): read is Stale => typeof read === 'object' && 'app' in read

async function readToken(
  { secrets, clock }: Social,
  from: Queryable,
  [account]: readonly AccountRow[],
  refused: string | null,
): Promise<string | Refused | Stale> {
  if (account === undefined) return new Refused('account', 'account-deleted', 'the account was disconnected')
  if (account.state === 'reconnect') return mustReconnect()
  const app = await findApp(from, account.environmentId, account.network)
  if (app === null) return new Refused('account', 'no-app', 'the network is not set up')
  const token = secrets.decrypt(account.accessToken)
  // Another post may have refreshed it since it was refused.
  if (refused !== null) return refused === token ? { account, app } : token
  const needsS = account.refreshToken === null ? 0 : EARLY_S
  return account.accessUntil > addSeconds(clock.now(), needsS) ? token : { account, app }
}

async function refreshToken(
  social: Social,
  tx: Transaction,
  { account, app }: Stale,
): Promise<string | Refused> {
  const { secrets, clock } = social
  if (account.refreshToken === null) return end('ended')
  const { driver, client } = networkOf(social, account.network)
  // Not stopped with its job: a new refresh token that is not committed is lost, and with it the connection.
  const signal = AbortSignal.timeout(REFRESH_TIMEOUT_MS)
  try {
    const old = secrets.decrypt(account.refreshToken)
    const fresh = await driver.refresh(client, keysOf(social, app), old, signal)
    await tx.update(socialAccounts).set(tokenFields(social, fresh)).where(rowOf(socialAccounts, account))
    return fresh.accessToken
  } catch (error) {
    if (error instanceof ConnectionEnded) return end('ended')
    if (error instanceof ScopesMissing) return end('scopes')
    throw error
  }

  async function end(reason: 'ended' | 'scopes') {
    const change = { state: 'reconnect', reason } as const
    await tx.update(socialAccounts).set(change).where(rowOf(socialAccounts, account))
    await recordAccount(tx, null, { ...account, ...change }, 'ended', {}, clock.now())
    return mustReconnect()
  }
}

const mustReconnect = () => new Refused('account', 'reconnect', 'the account must be connected again')

/** Sends requests as an account, each with a token that still counts: an upload can take longer than a token does. A request
 * whose token is not accepted is sent again with a new one.
 * @throws Refused, NetworkFailure */
export function sendAs(
  social: Social,
  account: Pick<AccountRow, 'id' | 'environmentId' | 'network'>,
  signal: AbortSignal,
): SendAs {
  const { client, driver } = networkOf(social, account.network)
  const isRefused = (answer: NetworkAnswer) => driver.refusesToken?.(answer) ?? answer.status === 401
  return async ({ withoutToken, ...request }) => {
    if (withoutToken) return client.send(request, signal)
    const token = await tokenFor(null)
    const answer = await client.send({ ...request, token }, signal)
    if (!isRefused(answer)) return answer
    return client.send({ ...request, token: await tokenFor(token) }, signal)
  }

  async function tokenFor(refused: string | null) {
    try {
      return await accessToken(social, account, refused)
    } catch (error) {
      if (!(error instanceof NetworkFailure)) throw error
      const { reason, message, afterS } = error
      throw new NetworkFailure(reason, message, { afterS, isUnhandled: true })
    }
  }
}

/** Columns of tokens. A refresh token that the network does not replace stays. */
export function tokenFields(
  { secrets, clock }: Pick<Social, 'secrets' | 'clock'>,
  { accessToken: token, refreshToken, expiresInS }: Tokens,
) {
  return {
    accessToken: secrets.encrypt(token),
    ...(refreshToken !== null && { refreshToken: secrets.encrypt(refreshToken) }),
    accessUntil: addSeconds(clock.now(), expiresInS),
  }
}
