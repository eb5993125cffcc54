import type { Transaction } from '../../../platform/database/database.ts'
import { issueCreditNote, prepareCreditTo } from '../invoices/credit-notes.ts'
import { findInvoiceOf } from '../invoices/document-view.ts'
import { issueInvoice } from '../invoices/issue-invoice.ts'
import { changePayment } from './payment-rows.ts'
import type { PaymentRow } from './tables.ts'

/**
 * Issues the documents of a payment, as the last step of the transaction that books its money: the invoice of what was paid, and a
 * credit note of what was refunded. The numbers of invoices are taken before those of credit notes, in all transactions, so that two
 * never wait for each other.
 * @param isNew the transaction has booked the payment
 */
export async function issueDocuments(
  tx: Transaction,
  payment: PaymentRow,
  isNew: boolean,
  at: Date,
): Promise<PaymentRow> {
  if (isNew) await issueReceipt(tx, payment, at)
  return payment.refunded > payment.credited ? issueCredit(tx, payment, at) : payment
}

async function issueReceipt(tx: Transaction, payment: PaymentRow, at: Date): Promise<void> {
  const { id: paymentId, organizationId, amount, taxes, currency, card, chargeId, reference } = payment
  const method = card === null ? reference : `${capitalized(card.brand)} ending ${card.last4}`
  const isFromProcessor = chargeId !== null
  await issueInvoice(tx, { paymentId, organizationId, amount, taxes, isFromProcessor, currency, method, at })
}

/** Issues a credit note for what was refunded. Disputes have none, because they may still be won. While the invoice is a draft, the
 * credit note waits for it (`refunds/credit-refunds.ts`). */
export async function issueCredit(tx: Transaction, payment: PaymentRow, at: Date): Promise<PaymentRow> {
  const { refunded, reference } = payment
  const invoice = await findInvoiceOf(tx, payment)
  if (invoice?.status !== 'final') return payment
  const changed = await changePayment(tx, payment, { credited: refunded })
  const credit = await prepareCreditTo(tx, invoice, refunded)
  if (credit === null) return changed
  const reason = `Refund of payment ${reference}`
  await issueCreditNote(tx, credit, { refundId: `${payment.id}:refunded:${refunded}`, reason, at })
  return changed
}

const capitalized = (word: string) => word.slice(0, 1).toUpperCase() + word.slice(1)
