import type { Transaction } from '../../../platform/database/database.ts'
import { issueCreditNote, prepareCreditTo } from '../invoices/credit-notes.ts'
import { findInvoiceOf } from '../invoices/document-view.ts'
import { issueInvoice } from '../invoices/issue-invoice.ts'
import { recordPayment } from './record-payment.ts'
import type { PaymentRow } from './tables.ts'

/** Issues what the payer gets for a payment, in the transaction that books its money, once for each payment: an entry in the audit
 * trail, an event and an invoice. The taxes are in what was paid, so the wallet gets all of it. */
export async function issueReceipt(tx: Transaction, payment: PaymentRow, at: Date): Promise<void> {
  await recordPayment(tx, null, payment, 'succeeded', at)
  const { id: paymentId, organizationId, amount, currency, card, chargeId, reference } = payment
  const method = card === null ? reference : `${capitalized(card.brand)} ending ${card.last4}`
  await issueInvoice(tx, {
    paymentId,
    organizationId,
    amount,
    isTaxIncluded: true,
    isFromProcessor: chargeId !== null,
    currency,
    method,
    at,
  })
}

/** Issues a credit note for money that was paid back, in the transaction that takes it from the wallet. None for a draft, and for
 * disputes, which may still be won: the next refund makes up for it. */
export async function issueCredit(tx: Transaction, payment: PaymentRow, at: Date): Promise<void> {
  const { takenBack, takenBackTimes, reference, state } = payment
  const invoice = await findInvoiceOf(tx, payment)
  if (state !== 'refunded' || invoice === undefined) return
  const credit = await prepareCreditTo(tx, invoice, takenBack)
  if (credit === null) return
  const reason = `Refund of payment ${reference}`
  await issueCreditNote(tx, credit, { refundId: `${payment.id}:${takenBackTimes}`, reason, at })
}

const capitalized = (word: string) => word.slice(0, 1).toUpperCase() + word.slice(1)
