import { type SocialApp, type SocialNetwork, socialCallbackPath, socialNetworks } from '@kinora/contract'
import { and, eq, ne } from 'drizzle-orm'
import type { Caller, Scope } from '../../../platform/auth.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import { uuidv7 } from '../../../platform/database/ids.ts'
import { takeLock } from '../../../platform/database/locks.ts'
import { rowOf } from '../../../platform/database/row-of.ts'
import { problem } from '../../../platform/problem.ts'
import type { AppKeys } from '../networks/driver.ts'
import { recordApp } from '../records/changes.ts'
import { type AppRow, socialAccounts, socialApps } from '../records/tables.ts'
import type { Social } from '../social.ts'

/** The address that is registered with networks. @param origin that of this server */
export const redirectUriOf = (origin: string) => `${origin}${socialCallbackPath}`

/** All networks with their apps. */
export async function listSocialApps(
  { db }: Social,
  { environmentId }: Scope,
  origin: string,
): Promise<SocialApp[]> {
  const rows = await db.select().from(socialApps).where(eq(socialApps.environmentId, environmentId))
  return socialNetworks.map((network) =>
    viewApp(network, rows.find((row) => row.network === network) ?? null, origin),
  )
}

interface AppFields {
  readonly clientId: string
  readonly clientSecret?: string | undefined
  readonly isAudited: boolean
}

/** Enters or changes an app. Accounts of another client ID must be connected again. @throws problem social-secret-missing */
export async function setSocialApp(
  social: Social,
  caller: Caller,
  network: SocialNetwork,
  { clientId, clientSecret, isAudited }: AppFields,
  origin: string,
): Promise<SocialApp> {
  const { db, clock, secrets } = social
  const { environmentId } = caller.scope
  const now = clock.now()
  const row = await db.transaction(async (tx) => {
    await takeLock(tx, `social app ${environmentId} ${network}`)
    const before = await findApp(tx, environmentId, network)
    const isOther = before?.clientId !== clientId
    // The secret of one app is worth nothing with another.
    if (clientSecret === undefined && (before === null || isOther)) throw problem('social-secret-missing')
    const after: AppRow = {
      id: before?.id ?? uuidv7(now.getTime()),
      environmentId,
      network,
      clientId,
      clientSecret: clientSecret === undefined ? (before?.clientSecret ?? '') : secrets.encrypt(clientSecret),
      isAudited,
      quotaUntil: isOther ? null : before.quotaUntil,
      changedAt: now,
    }
    await tx.insert(socialApps).values(after).onConflictDoUpdate({ target: socialApps.id, set: after })
    if (isOther)
      await tx
        .update(socialAccounts)
        .set({ state: 'reconnect', reason: 'app-changed' })
        .where(
          and(
            eq(socialAccounts.environmentId, environmentId),
            eq(socialAccounts.network, network),
            ne(socialAccounts.clientId, clientId),
          ),
        )
    const values = { before: before === null ? {} : shownOf(before), after: shownOf(after) }
    await recordApp(tx, caller, after, 'updated', values, now)
    return after
  })
  return viewApp(network, row, origin)
}

/** @throws problem not-found */
export async function deleteSocialApp(
  { db, clock }: Social,
  caller: Caller,
  network: SocialNetwork,
): Promise<void> {
  await db.transaction(async (tx) => {
    const row = await findApp(tx, caller.scope.environmentId, network)
    if (row === null) throw problem('not-found')
    await tx.delete(socialApps).where(rowOf(socialApps, row))
    await recordApp(tx, caller, row, 'deleted', { before: shownOf(row) }, clock.now())
  })
}

export async function findApp(
  db: Queryable,
  environmentId: string,
  network: SocialNetwork,
): Promise<AppRow | null> {
  const [row] = await db
    .select()
    .from(socialApps)
    .where(and(eq(socialApps.environmentId, environmentId), eq(socialApps.network, network)))
  return row ?? null
}

/** The client ID and the secret, for requests to the network. */
export function keysOf({ secrets }: Pick<Social, 'secrets'>, { clientId, clientSecret }: AppRow): AppKeys {
  return { clientId, clientSecret: secrets.decrypt(clientSecret) }
}

const shownOf = ({ clientId, isAudited }: AppRow) => ({ clientId, isAudited })

function viewApp(network: SocialNetwork, row: AppRow | null, origin: string): SocialApp {
  return {
    network,
    clientId: row?.clientId ?? null,
    isAudited: row?.isAudited ?? false,
    redirectUri: redirectUriOf(origin),
    quotaUntil: row?.quotaUntil?.toISOString() ?? null,
    changedAt: row?.changedAt.toISOString() ?? null,
  }
}
