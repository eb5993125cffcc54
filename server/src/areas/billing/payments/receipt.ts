import type { Transaction } from '../../../platform/database/database.ts'
import { issueCreditNote, prepareCredit } from '../invoices/credit-notes.ts'
import { findInvoiceOf } from '../invoices/document-view.ts'
import { issueInvoice } from '../invoices/issue-invoice.ts'
import { minorUnits } from '../pricing/currency.ts'
import { divideHalfEven } from '../pricing/half-even.ts'
import { recordPayment } from './record-payment.ts'
import type { PaymentRow } from './tables.ts'

/** Issues what the payer gets for a payment, in the transaction that books its money, once for each payment: an entry in the audit
 * trail, an event and an invoice. The taxes are in what was paid, so the wallet gets all of it. */
export async function issueReceipt(tx: Transaction, payment: PaymentRow, at: Date): Promise<void> {
  await recordPayment(tx, null, payment, 'succeeded', at)
  const { id: paymentId, organizationId, amount, currency, card, reference } = payment
  const method = card === null ? reference : `${card.brand.toUpperCase()} ${card.last4}`
  await issueInvoice(tx, { paymentId, organizationId, amount, isTaxIncluded: true, currency, method, at })
}

/** Issues a credit note for money that was paid back, in the transaction that takes it from the wallet. None for a draft, and for
 * disputes, which may still be won.
 * @param payment as it is now @param before what was taken back before */
export async function issueCredit(
  tx: Transaction,
  payment: PaymentRow,
  before: bigint,
  at: Date,
): Promise<void> {
  const { organizationId, currency, amount, takenBack, takenBackTimes, reference } = payment
  const invoice = await findInvoiceOf(tx, payment)
  if (payment.state !== 'refunded' || takenBack <= before || invoice?.status !== 'final') return
  const unit = minorUnits(currency)
  // The part of the invoice without its taxes. Running totals, so that all parts add up to it.
  const netOf = (paid: bigint) => divideHalfEven(invoice.net * paid, amount * unit) * unit
  const credit = await prepareCredit(
    tx,
    { organizationId, invoiceId: invoice.id },
    netOf(takenBack) - netOf(before),
  )
  await issueCreditNote(tx, credit, { refundId: `${payment.id}:${takenBackTimes}`, reason: reference, at })
}
