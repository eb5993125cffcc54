import { and, desc, eq, lte, sql } from 'drizzle-orm'
import type { Queryable, Transaction } from '../../../platform/database/database.ts'
import type { Billing } from '../billing.ts'
import { buyerOf } from '../invoices/buyers.ts'
import type { StoredLine } from '../invoices/content.ts'
import { insertDraft, publishIssue } from '../invoices/documents.ts'
import { findSeller } from '../invoices/seller.ts'
import { billingDocuments } from '../invoices/tables.ts'
import type { Span } from '../pricing/periods.ts'
import type { WalletRow } from '../tables.ts'
import { getUsage } from '../usage/period-usage.ts'

/** Whether anything was charged or added in a period. */
export async function movedIn(
  db: Queryable,
  organizationId: string,
  { startsAt, endsAt }: Span,
): Promise<boolean> {
  const { rows } = await db.execute<{ moved: boolean }>(sql`
    SELECT EXISTS (SELECT FROM billing_charges AS charges
        JOIN billing_parts AS parts ON parts.organization_id = charges.organization_id AND parts.part = charges.charged_in
        WHERE charges.organization_id = ${organizationId} AND parts.period_starts_at = ${startsAt.toISOString()}::timestamptz)
      OR EXISTS (SELECT FROM billing_journals
        WHERE organization_id = ${organizationId} AND kind NOT IN ('charge', 'minimum')
          AND posted_at >= ${startsAt.toISOString()}::timestamptz AND posted_at < ${endsAt.toISOString()}::timestamptz)
      AS moved`)
  return rows[0]?.moved === true
}

/** Freezes the statement of a period that is closed, once. */
export async function freezeStatement(
  billing: Pick<Billing, 'db' | 'clock' | 'config'>,
  tx: Transaction,
  { organizationId, currency, timezone }: WalletRow,
  period: Span,
  minimum: bigint,
  at: Date,
): Promise<void> {
  const { startsAt, endsAt } = period
  const usage = await getUsage(billing, organizationId, startsAt.toISOString(), tx)
  const lines: StoredLine[] = [
    ...usage.items.map(({ meter, quantity, amount }) => ({
      kind: 'usage' as const,
      meter,
      quantity: String(quantity),
      period: null,
      amount: String(amount),
    })),
    ...usage.adjustments.map((adjustment) => ({
      kind: 'adjustment' as const,
      meter: null,
      quantity: null,
      period: adjustment.period,
      amount: String(adjustment.amount),
    })),
    ...(minimum > 0n
      ? [{ kind: 'minimum' as const, meter: null, quantity: null, period: null, amount: String(minimum) }]
      : []),
  ]
  const charged = BigInt(usage.total) + minimum
  const opening = await openingBalance(tx, organizationId, period)
  const added = await addedIn(tx, organizationId, period)
  const seller = await findSeller(tx)
  const { party, language } = await buyerOf(tx, organizationId)
  const draft = await insertDraft(
    tx,
    {
      organizationId,
      kind: 'statement',
      key: `statement:${organizationId}:${startsAt.toISOString()}`,
      language,
      currency,
      net: charged,
      tax: 0n,
      content: {
        timezone,
        seller: seller === null ? null : { ...seller.party, bankDetails: '' },
        buyer: party,
        lines,
        taxes: [],
        isFromProcessor: false,
        method: '',
        reason: '',
        balance: null,
        movement: {
          opening: String(opening),
          added: String(added),
          charged: String(charged),
          closing: String(opening + added - charged),
        },
      },
      periodStartsAt: startsAt,
      periodEndsAt: endsAt,
    },
    at,
  )
  await publishIssue(tx, draft, at)
  await tx
    .update(billingDocuments)
    .set({ status: 'final', issuedAt: at })
    .where(
      and(
        eq(billingDocuments.id, draft.id),
        eq(billingDocuments.organizationId, organizationId),
        eq(billingDocuments.status, 'draft'),
      ),
    )
}

/** The balance at the end of the last statement; before the first one what was added and charged until then. Charges belong to the
 * period that they are part of, also if they were posted up to a day after its end. */
async function openingBalance(db: Queryable, organizationId: string, { startsAt }: Span): Promise<bigint> {
  const [last] = await db
    .select({ content: billingDocuments.content })
    .from(billingDocuments)
    .where(
      and(
        eq(billingDocuments.organizationId, organizationId),
        eq(billingDocuments.kind, 'statement'),
        lte(billingDocuments.periodEndsAt, startsAt),
      ),
    )
    .orderBy(desc(billingDocuments.periodEndsAt))
    .limit(1)
  if (last?.content.movement != null) return BigInt(last.content.movement.closing)
  const { rows } = await db.execute<{ charged: string }>(sql`
    SELECT coalesce(sum(charges.amount), 0) AS charged FROM billing_charges AS charges
    JOIN billing_parts AS parts ON parts.organization_id = charges.organization_id AND parts.part = charges.charged_in
    WHERE charges.organization_id = ${organizationId} AND parts.period_starts_at < ${startsAt.toISOString()}::timestamptz`)
  const before = { startsAt: new Date(0), endsAt: startsAt }
  return (await addedIn(db, organizationId, before)) - BigInt(rows[0]?.charged ?? 0)
}

/** The money that was added to the wallet in a time, less what was taken back. */
async function addedIn(db: Queryable, organizationId: string, { startsAt, endsAt }: Span): Promise<bigint> {
  const { rows } = await db.execute<{ added: string }>(sql`
    SELECT coalesce(sum((line->>'amount')::bigint), 0) AS added
    FROM billing_journals, jsonb_array_elements(lines) AS line
    WHERE organization_id = ${organizationId} AND kind NOT IN ('charge', 'minimum') AND line->>'account' = 'wallet'
      AND posted_at >= ${startsAt.toISOString()}::timestamptz AND posted_at < ${endsAt.toISOString()}::timestamptz`)
  return BigInt(rows[0]?.added ?? 0)
}
