import { type BillingAccount, balanceDays } from '@kinora/contract'
import { and, eq, gte, sql } from 'drizzle-orm'
import type { Queryable } from '../../../platform/database/database.ts'
import type { Billing } from '../billing.ts'
import { integerOf } from '../integers.ts'
import { balanceOf } from '../ledger/ledger.ts'
import { forecast } from '../pricing/forecast.ts'
import { lastDays, periodOf, startOfDay } from '../pricing/periods.ts'
import { billingAccounts, billingEntries, billingJournals, billingPlans, type WalletRow } from '../tables.ts'
import { planAt, spentInPeriod } from './spending.ts'
import { graceEnd, standingOf } from './wallet-status.ts'
import { readWallet } from './wallets.ts'

const DAY_MS = 86_400_000
/** Days whose pace continues in the forecast. */
const PACE_DAYS = 7

/** The wallet of an organization, opened if there is none. */
export async function getAccount(
  billing: Pick<Billing, 'db' | 'clock' | 'config'>,
  organizationId: string,
): Promise<BillingAccount> {
  const wallet = await readWallet(billing, organizationId)
  // One snapshot, because the days are counted back from the balance.
  return billing.db.transaction((tx) => accountView(billing, tx, wallet), {
    isolationLevel: 'repeatable read',
  })
}

export async function accountView(
  { clock }: Pick<Billing, 'clock'>,
  db: Queryable,
  wallet: WalletRow,
): Promise<BillingAccount> {
  const { organizationId, currency, timezone, isPrepaid, spendCap, openedAt } = wallet
  const now = clock.now()
  const { balance, held } = await balanceOf(db, organizationId)
  const { status, emptySince } = standingOf(wallet, balance, now)
  const period = periodOf(now, timezone)
  const spent = await spentInPeriod(db, organizationId, period)
  const recentMs = paceMs(openedAt, now)
  const recent = await spentSince(db, organizationId, new Date(now.getTime() - recentMs))
  const pace = forecast(now, period, { spent, recent, recentMs }, balance)
  const [plan] = await db
    .select({ id: billingPlans.id, name: billingPlans.name })
    .from(billingPlans)
    .where(eq(billingPlans.id, await planAt(db, organizationId, now)))
  if (plan === undefined) throw new Error('a plan is missing')
  return {
    organizationId,
    currency,
    timezone,
    balance: integerOf(balance),
    held: integerOf(held),
    status,
    isPrepaid,
    graceEndsAt: emptySince === null ? null : graceEnd(wallet, emptySince).toISOString(),
    spendCap: spendCap === null ? null : integerOf(spendCap),
    plan,
    period: { startsAt: period.startsAt.toISOString(), endsAt: period.endsAt.toISOString() },
    spent: integerOf(spent),
    spentPerDay: integerOf(pace.perDay),
    forecast: integerOf(pace.total),
    lastsUntil: pace.lastsUntil?.toISOString() ?? null,
    days: await daysOf(db, wallet, balance, now),
  }
}

/** At least a day, so that the first minutes of an account are no pace. */
function paceMs(openedAt: Date, now: Date): number {
  return Math.min(PACE_DAYS * DAY_MS, Math.max(DAY_MS, now.getTime() - openedAt.getTime()))
}

async function spentSince(db: Queryable, organizationId: string, since: Date): Promise<bigint> {
  const { rows } = await db.execute<{ spent: string }>(sql`
    SELECT coalesce(sum(amount), 0) AS spent FROM billing_charges
    WHERE organization_id = ${organizationId} AND charged_at >= ${since.toISOString()}::timestamptz`)
  return BigInt(rows[0]?.spent ?? 0)
}

/** Movements of the last days. Balances are counted back from the current one. */
async function daysOf(
  db: Queryable,
  { organizationId, timezone }: WalletRow,
  balance: bigint,
  now: Date,
): Promise<BillingAccount['days']> {
  const days = lastDays(now, balanceDays, timezone)
  const since = startOfDay(days[0] ?? '', timezone)
  const { postedAt, kind } = billingJournals
  const { amount } = billingEntries
  const day = sql<string>`(${postedAt} AT TIME ZONE ${timezone})::date::text`
  const isCharge = sql`${kind} IN ('charge', 'minimum')`
  const rows = await db
    .select({
      day: day.as('day'),
      spent: sql`coalesce(-sum(${amount}) FILTER (WHERE ${isCharge}), 0)`.mapWith(BigInt),
      added: sql`coalesce(sum(${amount}) FILTER (WHERE NOT ${isCharge}), 0)`.mapWith(BigInt),
    })
    .from(billingAccounts)
    .innerJoin(billingEntries, eq(billingEntries.accountId, billingAccounts.id))
    .innerJoin(billingJournals, eq(billingJournals.id, billingEntries.journalId))
    .where(
      and(
        eq(billingAccounts.organizationId, organizationId),
        eq(billingAccounts.kind, 'wallet'),
        eq(billingJournals.organizationId, organizationId),
        gte(postedAt, since),
      ),
    )
    .groupBy(sql`1`)
  const moved = new Map(rows.map((row) => [row.day, row]))
  let after = balance
  return days
    .toReversed()
    .map((day) => {
      const { spent, added } = moved.get(day) ?? { spent: 0n, added: 0n }
      const atEnd = after
      after += spent - added
      return {
        day,
        balance: integerOf(atEnd),
        spent: integerOf(spent),
        added: integerOf(added),
      }
    })
    .toReversed()
}
