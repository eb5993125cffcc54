import { and, asc, eq, ne } from 'drizzle-orm'
import type { Database, Transaction } from '../../../platform/database/database.ts'
import type { Billing } from '../billing.ts'
import { balanceOf } from '../ledger/ledger.ts'
import { minorUnits } from '../pricing/currency.ts'
import { buyerOf } from './buyers.ts'
import type { DocumentContent, StoredTax } from './content.ts'
import { invoiceKey } from './document-view.ts'
import { finalize, insertDraft } from './documents.ts'
import { findSeller } from './seller.ts'
import { billingDocuments, type DocumentRow, type SellerRow } from './tables.ts'
import { sumOfTaxes } from './taxes.ts'

/** Money that was added to a wallet. */
export interface TopUp {
  /** One invoice is issued for it. */
  readonly paymentId: string
  readonly organizationId: string
  /** The micros that the wallet gets: whole minor units of the currency. */
  readonly amount: bigint
  /** Taxes that were paid in addition. */
  readonly taxes: readonly StoredTax[]
  /** It was paid through a payment processor, which refunds it. */
  readonly isFromProcessor: boolean
  readonly currency: string
  /** How it was paid, in words: Visa ending 4821. */
  readonly method: string
  readonly at: Date
}

/**
 * Issues the invoice of money that was added, in the transaction that posts it, as its last step. A repeated payment has the same
 * invoice. Until the seller is known it stays a draft.
 */
export async function issueInvoice(tx: Transaction, topUp: TopUp): Promise<DocumentRow> {
  const { paymentId, organizationId, amount, taxes, currency, method, at } = topUp
  if (!isWhole(amount, currency)) throw new Error(`${amount} micros are no whole units of ${currency}`)
  const { party, language } = await buyerOf(tx, organizationId)
  const { balance } = await balanceOf(tx, organizationId)
  const content: DocumentContent = {
    timezone: 'UTC',
    seller: null,
    buyer: party,
    lines: [{ kind: 'top-up', meter: null, period: null, quantity: '1', amount: String(amount) }],
    taxes,
    isFromProcessor: topUp.isFromProcessor,
    method,
    reason: '',
    balance: String(balance),
    movement: null,
  }
  const seller = await findSeller(tx)
  const key = invoiceKey(paymentId)
  const values = {
    organizationId,
    kind: 'invoice' as const,
    key,
    language,
    currency,
    net: amount,
    tax: sumOfTaxes(taxes),
    content,
  }
  const draft = await insertDraft(tx, values, at)
  if (draft.status === 'final') return draft
  return seller === null ? draft : finalizeInvoice(tx, draft, seller, at)
}

/** Whether an amount has no fraction of a cent. */
export function isWhole(micros: bigint, currency: string): boolean {
  return micros % minorUnits(currency) === 0n
}

/** Copies seller and buyer into a draft and gives it its number. The taxes are those that were paid. */
async function finalizeInvoice(
  tx: Transaction,
  draft: DocumentRow,
  seller: SellerRow,
  at: Date,
): Promise<DocumentRow> {
  const { id, organizationId, content } = draft
  const { party, language } = await buyerOf(tx, organizationId)
  const { bankDetails, timezone } = seller
  const [row] = await tx
    .update(billingDocuments)
    .set({
      language,
      content: { ...content, timezone, seller: { ...seller.party, bankDetails }, buyer: party },
    })
    .where(
      and(
        eq(billingDocuments.id, id),
        eq(billingDocuments.organizationId, organizationId),
        eq(billingDocuments.status, 'draft'),
      ),
    )
    .returning()
  if (row === undefined) throw new Error(`the document ${id} is no draft`)
  return finalize(tx, row, seller, at)
}

/** Drafts that one sweep completes. */
const DRAFTS_AT_ONCE = 500

/** Completes the drafts of the time before the seller was known, oldest first. One that fails does not stop the others. */
export async function finalizeDrafts({
  db,
  clock,
  log,
}: Pick<Billing, 'db' | 'clock' | 'log'>): Promise<void> {
  const isDraft = and(eq(billingDocuments.status, 'draft'), ne(billingDocuments.kind, 'statement'))
  const drafts = await db
    .select({ id: billingDocuments.id, organizationId: billingDocuments.organizationId })
    .from(billingDocuments)
    .where(isDraft)
    .orderBy(asc(billingDocuments.createdAt))
    .limit(DRAFTS_AT_ONCE)
  if (drafts.length === 0 || (await findSeller(db)) === null) return
  let failure: unknown = null
  for (const draft of drafts) {
    try {
      await finalizeDraft(db, draft, clock.now())
    } catch (error) {
      log.error({ err: error, ...draft }, 'an invoice was not completed')
      failure ??= error
    }
  }
  if (failure !== null) throw failure
}

async function finalizeDraft(
  db: Database,
  { id, organizationId }: Pick<DocumentRow, 'id' | 'organizationId'>,
  at: Date,
): Promise<void> {
  await db.transaction(async (tx) => {
    const [draft] = await tx
      .select()
      .from(billingDocuments)
      .where(
        and(
          eq(billingDocuments.id, id),
          eq(billingDocuments.organizationId, organizationId),
          eq(billingDocuments.status, 'draft'),
        ),
      )
      .for('update')
    const seller = await findSeller(tx)
    if (draft !== undefined && seller !== null) await finalizeInvoice(tx, draft, seller, at)
  })
}
