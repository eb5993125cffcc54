import type { Transaction } from '../../../platform/database/database.ts'
import { recordPayment } from './record-payment.ts'
import type { PaymentRow } from './tables.ts'

/** Issues what the payer gets for a payment, in the transaction that books its money, once for each payment: an entry in the audit
 * trail and an event. An invoice belongs here too. */
export async function issueReceipt(tx: Transaction, payment: PaymentRow, at: Date): Promise<void> {
  await recordPayment(tx, null, payment, 'succeeded', at)
}
