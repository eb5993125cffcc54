import { and, eq, sql } from 'drizzle-orm'
import type { Transaction } from '../../../platform/database/database.ts'
import { problem } from '../../../platform/problem.ts'
import { ascending } from '../integers.ts'
import { balanceOf } from '../ledger/ledger.ts'
import { minorUnits } from '../pricing/currency.ts'
import { sumOf, taxesIn, taxOf } from '../pricing/tax.ts'
import type { StoredTax } from './content.ts'
import { finalize, insertDraft } from './documents.ts'
import { findSeller } from './seller.ts'
import { billingDocuments, type DocumentRow } from './tables.ts'
import { sumOfTaxes } from './taxes.ts'

export interface Credit {
  readonly invoice: DocumentRow
  /** Micros without tax. */
  readonly amount: bigint
  readonly tax: bigint
  readonly taxes: readonly StoredTax[]
}

/** Prepares to credit a part of an invoice, which stays locked. The tax is the difference of running totals.
 * @throws problem not-found, document-draft, credit-too-large */
export async function prepareCredit(
  tx: Transaction,
  { organizationId, invoiceId }: { readonly organizationId: string; readonly invoiceId: string },
  amount: bigint,
): Promise<Credit> {
  const invoice = await lockInvoice(tx, { organizationId, invoiceId })
  if (invoice.status === 'draft') throw problem('document-draft')
  const [earlier] = await tx
    .select({ net: sql`coalesce(-sum(${billingDocuments.net}), 0)`.mapWith(BigInt) })
    .from(billingDocuments)
    .where(
      and(eq(billingDocuments.organizationId, organizationId), eq(billingDocuments.invoiceId, invoiceId)),
    )
  const before = earlier?.net ?? 0n
  if (before + amount > invoice.net) throw problem('credit-too-large')
  const unit = minorUnits(invoice.currency)
  const taxes = invoice.content.taxes.map((each): StoredTax => {
    // The tax on what is credited so far. On all of it that is the tax of the invoice, which may have been rounded with the amount.
    const taxTo = (net: bigint) =>
      net === invoice.net ? BigInt(each.tax) : taxOf(net / unit, BigInt(each.ratePpm)) * unit
    const tax = each.isReverseCharge ? 0n : taxTo(before + amount) - taxTo(before)
    return { ...each, net: String(-amount), tax: String(-tax) }
  })
  return { invoice, amount, tax: -sumOfTaxes(taxes), taxes }
}

/** @throws problem not-found */
async function lockInvoice(
  tx: Transaction,
  { organizationId, invoiceId }: { readonly organizationId: string; readonly invoiceId: string },
): Promise<DocumentRow> {
  const [invoice] = await tx
    .select()
    .from(billingDocuments)
    .where(
      and(
        eq(billingDocuments.id, invoiceId),
        eq(billingDocuments.organizationId, organizationId),
        eq(billingDocuments.kind, 'invoice'),
      ),
    )
    .for('update')
  if (invoice === undefined) throw problem('not-found')
  return invoice
}

/**
 * Prepares to credit what was paid back of an invoice. Nothing if the invoice is credited to that extent. Running totals of what was
 * paid, so that the notes of an invoice add up to it.
 * @param paidBack all that was paid back so far, with its taxes
 */
export async function prepareCreditTo(
  tx: Transaction,
  { organizationId, id: invoiceId }: Pick<DocumentRow, 'organizationId' | 'id'>,
  paidBack: bigint,
): Promise<Credit | null> {
  const invoice = await lockInvoice(tx, { organizationId, invoiceId })
  const total = invoice.net + invoice.tax
  const before = await creditedOf(tx, invoice)
  const [after] = ascending(paidBack, total)
  if (invoice.status !== 'final' || after <= before.total) return null
  const { taxes: paid } = invoice.content
  const due = paid.map(({ tax }) => BigInt(tax))
  const upTo = taxesIn(after, total, due, minorUnits(invoice.currency))
  const parts = paid.map((_, n) => (upTo[n] ?? 0n) - (before.taxes[n] ?? 0n))
  const tax = sumOf(parts)
  const amount = after - before.total - tax
  const taxes = paid.map((each, n) => ({ ...each, net: String(-amount), tax: String(-(parts[n] ?? 0n)) }))
  return { invoice, amount, tax, taxes }
}

/** The sum of the credit notes of an invoice with taxes, and of each of its taxes. */
async function creditedOf(
  tx: Transaction,
  { id, organizationId }: Pick<DocumentRow, 'id' | 'organizationId'>,
): Promise<{ readonly total: bigint; readonly taxes: readonly bigint[] }> {
  const notes = await tx
    .select({
      net: billingDocuments.net,
      tax: billingDocuments.tax,
      content: billingDocuments.content,
    })
    .from(billingDocuments)
    .where(and(eq(billingDocuments.organizationId, organizationId), eq(billingDocuments.invoiceId, id)))
  const count = notes[0]?.content.taxes.length ?? 0
  return {
    total: -sumOf(notes.map(({ net, tax }) => net + tax)),
    taxes: Array.from(
      { length: count },
      (_, n) => -sumOf(notes.map(({ content }) => BigInt(content.taxes[n]?.tax ?? 0))),
    ),
  }
}

export interface CreditCause {
  /** Names the refund: one note is issued for it. */
  readonly refundId: string
  readonly reason: string
  readonly at: Date
}

/** Issues a credit note, in the transaction that takes the money back, as its last step. */
export async function issueCreditNote(
  tx: Transaction,
  { invoice, amount, tax, taxes }: Credit,
  { refundId, reason, at }: CreditCause,
): Promise<DocumentRow> {
  const { organizationId, language, currency } = invoice
  const seller = await findSeller(tx)
  if (seller === null) throw new Error('a final invoice has no seller')
  const { balance } = await balanceOf(tx, organizationId)
  const line = { kind: 'credit' as const, meter: null, period: null, quantity: '1', amount: String(-amount) }
  const draft = await insertDraft(
    tx,
    {
      organizationId,
      kind: 'credit-note',
      key: `credit-note:${refundId}`,
      language,
      currency,
      net: -amount,
      tax: -tax,
      content: { ...invoice.content, lines: [line], taxes, reason, balance: String(balance) },
      invoiceId: invoice.id,
    },
    at,
  )
  return draft.status === 'final' ? draft : finalize(tx, draft, seller, at)
}
