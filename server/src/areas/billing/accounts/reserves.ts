import { eq, sql } from 'drizzle-orm'
import { addSeconds } from '../../../platform/clock.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import { problem } from '../../../platform/problem.ts'
import type { Reserves, Work } from '../../../platform/usage/usage.ts'
import type { Billing } from '../billing.ts'
import { hold, markDue } from '../ledger/holds.ts'
import { pricesAt } from '../pricing/prices.ts'
import { rated } from '../pricing/rated.ts'
import { priceOf } from '../pricing/stored-price.ts'
import { billingPlans, billingWallets, type WalletRow } from '../tables.ts'
import { planAt } from './spending.ts'

interface Context extends Pick<Billing, 'db' | 'clock'> {
  readonly authenticator: Pick<Billing['authenticator'], 'findEnvironments'>
}

/** Reserves money for the work of organizations with a prepaid wallet. */
export function openReserves(billing: Context): Reserves {
  const { clock } = billing
  return {
    async reserve(work, tx) {
      // A transaction reads with its own connection, so that it never waits for another one.
      const db = tx ?? billing.db
      const wallet = await prepaidWallet(billing, db, work.environmentId)
      if (wallet === null) return
      const { organizationId, currency, creditLimit, emptySince } = wallet
      const at = clock.now()
      const planId = await planAt(db, organizationId, at)
      if (await isFree(db, planId, work.environmentId)) return
      const amount = await estimatedPrice(db, planId, work, at)
      // In the grace period work goes on without money.
      const isRefusable = emptySince === null && work.isAccepted !== true
      const floor = isRefusable ? -creditLimit : null
      const until = addSeconds(at, work.holdS)
      const isHeld = await hold(db, { key: work.key, organizationId, currency, amount, floor, at, until })
      if (!isHeld) throw problem('wallet-empty')
    },
    settle: markDue,
  }
}

/** The wallet, if work needs money in it. */
async function prepaidWallet(
  { authenticator }: Pick<Context, 'authenticator'>,
  db: Queryable,
  environmentId: string,
): Promise<WalletRow | null> {
  const found = await authenticator.findEnvironments(db, [environmentId])
  const organizationId = found.get(environmentId)?.organizationId
  if (organizationId === undefined) return null
  const [row] = await db
    .select()
    .from(billingWallets)
    .where(eq(billingWallets.organizationId, organizationId))
  return row?.isPrepaid === true ? row : null
}

/** Whether environments of this type cost nothing in a plan. */
async function isFree(db: Queryable, planId: string, environmentId: string): Promise<boolean> {
  const { rows } = await db.execute(sql`
    SELECT FROM environments JOIN ${billingPlans} ON ${billingPlans.id} = ${planId}
    WHERE environments.id = ${environmentId} AND environments.type = ANY (${billingPlans.freeEnvironments})`)
  return rows.length > 0
}

/** The price of the work on its own, without included units. */
async function estimatedPrice(db: Queryable, planId: string, { estimate }: Work, at: Date): Promise<bigint> {
  const prices = await pricesAt(db, planId, at)
  return prices.reduce((sum, { meter, ...price }) => {
    const units = estimate[meter] ?? 0
    return sum + rated({ ...priceOf(price), included: 0n }, BigInt(Math.round(units)))
  }, 0n)
}
