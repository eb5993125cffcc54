import { and, eq, sql } from 'drizzle-orm'
import type { Transaction } from '../../../platform/database/database.ts'
import { uuidv7 } from '../../../platform/database/ids.ts'
import { recordChange } from '../../../platform/events/changes.ts'
import { environmentIdsOf } from '../../identity/index.ts'
import { integerOf } from '../integers.ts'
import { billingDocuments, billingSeries, type DocumentRow, type SellerRow } from './tables.ts'

type NewDocument = Pick<
  typeof billingDocuments.$inferInsert,
  | 'organizationId'
  | 'kind'
  | 'key'
  | 'language'
  | 'currency'
  | 'net'
  | 'tax'
  | 'content'
  | 'invoiceId'
  | 'periodStartsAt'
  | 'periodEndsAt'
>

/** Creates a draft, once for each key. @returns the document with this key, which may be final */
export async function insertDraft(tx: Transaction, given: NewDocument, at: Date): Promise<DocumentRow> {
  const { organizationId, key } = given
  const [added] = await tx
    .insert(billingDocuments)
    .values({ ...given, id: uuidv7(at.getTime()), status: 'draft', createdAt: at })
    .onConflictDoNothing({ target: billingDocuments.key })
    .returning()
  if (added !== undefined) return added
  const isKnown = and(eq(billingDocuments.organizationId, organizationId), eq(billingDocuments.key, key))
  const [known] = await tx.select().from(billingDocuments).where(isKnown).for('update')
  if (known === undefined) throw new Error(`the document ${key} is of another organization`)
  return known
}

/** Publishes that a document is issued, in all environments of its organization. It has no number yet. */
export async function publishIssue(
  tx: Transaction,
  { id, organizationId, kind, currency, net, tax }: DocumentRow,
  at: Date,
): Promise<void> {
  const object = { type: 'billing_document' as const, id, name: kind }
  const data = { organizationId, kind, currency, total: integerOf(net + tax) }
  const event = { type: 'billing.document.issued' as const, data }
  for (const environmentId of await environmentIdsOf(tx, organizationId))
    await recordChange(tx, null, { environmentId, object, event }, at)
}

/** Digits of a number. Larger ones have more. */
const DIGITS = 5

/**
 * Makes a draft final with the next number of its series. All that can fail has to be done before: the last statement takes the
 * number, so that a failed transaction uses none up, and others wait for the series only until the commit. So the caller commits at
 * once afterwards.
 */
export async function finalize(
  tx: Transaction,
  draft: DocumentRow,
  { id: sellerId, seriesPrefix, timezone }: Pick<SellerRow, 'id' | 'seriesPrefix' | 'timezone'>,
  at: Date,
): Promise<DocumentRow> {
  const { id, organizationId, kind } = draft
  const { year } = Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(timezone)
  await publishIssue(tx, draft, at)
  await tx.insert(billingSeries).values({ sellerId, year, kind }).onConflictDoNothing()
  const prefix = `${seriesPrefix}-${kind === 'credit-note' ? 'CN-' : ''}${year}-`
  const { rows } = await tx.execute<{ number: string; name: string }>(sql`
    WITH taken AS (
      UPDATE billing_series SET next = next + 1
      WHERE seller_id = ${sellerId} AND year = ${year} AND kind = ${kind} RETURNING next - 1 AS number)
    UPDATE billing_documents AS document
    SET status = 'final', seller_id = ${sellerId}, year = ${year}, number = taken.number,
      name = ${prefix}::text || lpad(taken.number::text, greatest(${DIGITS}::int, length(taken.number::text)), '0'),
      issued_at = ${at.toISOString()}::timestamptz
    FROM taken
    WHERE document.id = ${id} AND document.organization_id = ${organizationId} AND document.status = 'draft'
    RETURNING document.number, document.name`)
  const [row] = rows
  if (row === undefined) throw new Error(`the document ${id} is no draft`)
  const { number, name } = row
  return { ...draft, status: 'final', sellerId, year, number: BigInt(number), name, issuedAt: at }
}
