import { and, asc, eq, gt, sql } from 'drizzle-orm'
import { lockWallet } from '../accounts/wallets.ts'
import { billingDocuments } from '../invoices/tables.ts'
import { lockPayment, type Payments } from '../payments/payment-rows.ts'
import { issueCredit } from '../payments/receipt.ts'
import { billingPayments } from '../payments/tables.ts'

const AT_ONCE = 100

/** Issues the credit notes of refunds that waited for the number of their invoice. One that fails does not stop the others. */
export async function creditRefunds(payments: Payments): Promise<void> {
  const { db, clock, log } = payments
  const { refunded, credited, id, organizationId } = billingPayments
  const rows = await db
    .select({ id, organizationId })
    .from(billingPayments)
    .innerJoin(
      billingDocuments,
      and(
        eq(billingDocuments.key, sql`'invoice:' || ${id}`),
        eq(billingDocuments.organizationId, organizationId),
        eq(billingDocuments.status, 'final'),
      ),
    )
    .where(gt(refunded, credited))
    .orderBy(asc(id))
    .limit(AT_ONCE)
  for (const row of rows)
    try {
      await db.transaction(async (tx) => {
        await lockWallet(tx, payments, row.organizationId)
        const payment = await lockPayment(tx, row.id)
        if (payment.refunded > payment.credited) await issueCredit(tx, payment, clock.now())
      })
    } catch (error) {
      log.error({ err: error, paymentId: row.id }, 'a credit note was not issued')
    }
}
