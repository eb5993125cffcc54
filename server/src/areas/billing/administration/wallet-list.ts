import type { billingCalls, QueryOf } from '@kinora/contract'
import { sql } from 'drizzle-orm'
import { containsText } from '../../../platform/database/like.ts'
import { pageOffset } from '../../../platform/database/page.ts'
import { standingOf } from '../accounts/wallet-status.ts'
import type { Billing } from '../billing.ts'
import { integerOf } from '../integers.ts'

interface Row extends Record<string, unknown> {
  readonly id: string
  readonly name: string
  readonly currency: string
  readonly balance: string
  readonly held: string
  readonly is_prepaid: boolean
  readonly grace_days: number
  readonly credit_limit: string
  readonly warn_below: string
  readonly empty_since: string | null
  readonly opened_at: string
  readonly plan: string | null
  readonly is_faulty: boolean
  readonly total: number
}

/** The wallets of all organizations, the lowest balance first. */
export async function listWallets(
  { db, clock }: Pick<Billing, 'db' | 'clock'>,
  { phrase = '', ...page }: QueryOf<(typeof billingCalls)['listWallets']>,
) {
  const now = clock.now()
  const isNamed = phrase.trim() === '' ? sql`true` : containsText(sql`organizations.name`, phrase.trim())
  const { rows } = await db.execute<Row>(sql`
    SELECT wallets.organization_id AS id, organizations.name, wallets.currency, coalesce(accounts.balance, 0) AS balance,
      coalesce(accounts.held, 0) AS held, is_prepaid, grace_days, credit_limit, warn_below, empty_since, opened_at,
      (SELECT plans.name FROM billing_subscriptions AS subscriptions
        JOIN billing_plans AS plans ON plans.id = subscriptions.plan_id
        WHERE subscriptions.organization_id = wallets.organization_id
          AND subscriptions.starts_at <= ${now.toISOString()}::timestamptz
        ORDER BY subscriptions.starts_at DESC LIMIT 1) AS plan,
      EXISTS (SELECT FROM billing_faulty AS faulty WHERE faulty.organization_id = wallets.organization_id) AS is_faulty,
      count(*) OVER ()::int AS total
    FROM billing_wallets AS wallets
    JOIN organizations ON organizations.id = wallets.organization_id
    LEFT JOIN billing_accounts AS accounts
      ON accounts.organization_id = wallets.organization_id AND accounts.kind = 'wallet'
    WHERE ${isNamed}
    ORDER BY coalesce(accounts.balance, 0), wallets.organization_id
    LIMIT ${page.pageSize} OFFSET ${pageOffset(page)}`)
  return { items: rows.map((row) => walletView(row, now)), ...page, totalItems: rows[0]?.total ?? 0 }
}

function walletView(row: Row, now: Date) {
  const balance = BigInt(row.balance)
  const terms = {
    isPrepaid: row.is_prepaid,
    graceDays: row.grace_days,
    creditLimit: BigInt(row.credit_limit),
    warnBelow: BigInt(row.warn_below),
    emptySince: row.empty_since === null ? null : new Date(row.empty_since),
  }
  return {
    id: row.id,
    name: row.name,
    currency: row.currency,
    balance: integerOf(balance),
    held: integerOf(BigInt(row.held)),
    status: standingOf(terms, balance, now).status,
    isPrepaid: terms.isPrepaid,
    graceDays: terms.graceDays,
    creditLimit: integerOf(terms.creditLimit),
    planName: row.plan ?? '',
    openedAt: new Date(row.opened_at).toISOString(),
    isFaulty: row.is_faulty,
  }
}
