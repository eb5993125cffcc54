import type { AnswerOf, billingCalls, HistoryEntry } from '@kinora/contract'
import { and, eq, inArray, sql } from 'drizzle-orm'
import { type PageQuery, pageOffset } from '../../../platform/database/page.ts'
import { readWallet } from '../accounts/wallets.ts'
import { integerOf } from '../integers.ts'
import { findInvoicesOf } from '../invoices/document-view.ts'
import { billingJournals } from '../tables.ts'
import { type Payments, paymentView } from './payment-rows.ts'
import { billingPayments } from './tables.ts'

interface Entry extends Record<string, unknown> {
  readonly id: string
  readonly kind: HistoryEntry['kind']
  readonly at: string
  readonly amount: string
}

/** The payments and credit of an organization, newest first. */
export async function listHistory(
  payments: Payments,
  organizationId: string,
  { pageNum, pageSize }: PageQuery,
): Promise<AnswerOf<(typeof billingCalls)['listPayments']>> {
  const { db } = payments
  const { currency } = await readWallet(payments, organizationId)
  const isOwn = eq(billingPayments.organizationId, organizationId)
  const isCredit = and(eq(billingJournals.organizationId, organizationId), eq(billingJournals.kind, 'credit'))
  const offset = pageOffset({ pageNum, pageSize })
  const { rows: entries } = await db.execute<Entry>(sql`
    SELECT id::text, 'payment' AS kind, created_at AS at, amount::text FROM billing_payments
    WHERE organization_id = ${organizationId}
    UNION ALL
    SELECT id::text, CASE WHEN key LIKE 'reward:%' THEN 'reward' ELSE 'credit' END, posted_at,
      (SELECT line->>'amount' FROM jsonb_array_elements(lines) AS line WHERE line->>'account' = 'wallet')
    FROM billing_journals WHERE organization_id = ${organizationId} AND kind = 'credit'
    ORDER BY at DESC, id DESC LIMIT ${pageSize} OFFSET ${offset}`)
  const ids = entries.flatMap(({ kind, id }) => (kind === 'payment' ? [id] : []))
  const rows =
    ids.length === 0
      ? []
      : await db
          .select()
          .from(billingPayments)
          .where(and(isOwn, inArray(billingPayments.id, ids)))
  const byId = new Map(rows.map((row) => [row.id, paymentView(row)]))
  const invoices = await findInvoicesOf(db, organizationId, ids)
  const totalItems = (await db.$count(billingPayments, isOwn)) + (await db.$count(billingJournals, isCredit))
  return {
    items: entries.map(({ id, kind, at, amount }) => ({
      id,
      kind,
      at: new Date(at).toISOString(),
      amount: integerOf(BigInt(amount)),
      currency,
      payment: byId.get(id) ?? null,
      invoice: invoices.get(id) ?? null,
    })),
    pageNum,
    pageSize,
    totalItems,
  }
}
