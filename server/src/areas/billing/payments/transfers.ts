import type { AnswerOf, billingCalls, Payment } from '@kinora/contract'
import { and, asc, eq, isNotNull, or } from 'drizzle-orm'
import type { Person } from '../../../platform/auth.ts'
import { loadPage, type PageQuery } from '../../../platform/database/page.ts'
import { problem } from '../../../platform/problem.ts'
import { organizationName } from '../../identity/index.ts'
import { updateStanding } from '../accounts/standing.ts'
import { lockWallet } from '../accounts/wallets.ts'
import { integerOf } from '../integers.ts'
import { bookPayment } from './apply-charge.ts'
import { lockPayment, type Payments, paymentView } from './payment-rows.ts'
import { issueDocuments } from './receipt.ts'
import { recordPayment } from './record-payment.ts'
import { billingPayments, type PaymentRow } from './tables.ts'

/** Payments that administrators have to see: transfers that have not arrived, and payments that differ from their charge, booked or
 * not. */
export async function listWaitingPayments(
  { db }: Payments,
  page: PageQuery,
): Promise<AnswerOf<(typeof billingCalls)['listWaitingPayments']>> {
  const { driver, state, heldBecause, differsBecause, createdAt, id } = billingPayments
  const isWaiting = or(
    and(eq(driver, 'offline'), eq(state, 'processing')),
    isNotNull(heldBecause),
    isNotNull(differsBecause),
  )
  return loadPage(page, {
    select: db.select().from(billingPayments).where(isWaiting).orderBy(asc(createdAt), asc(id)),
    total: db.$count(billingPayments, isWaiting),
    view: (rows) =>
      Promise.all(
        rows.map(async (row) => ({
          ...paymentView(row),
          organizationName: await organizationName(db, row.organizationId),
          heldBecause: row.heldBecause,
          differsBecause: row.differsBecause,
          reported: reportedView(row),
          isReturning: row.resolution === 'returning',
        })),
      ),
  })
}

function reportedView({ heldBecause, differsBecause, reported }: PaymentRow) {
  if ((heldBecause ?? differsBecause) === null || reported === null) return null
  const { amount, currency, state } = reported
  return { amount: integerOf(BigInt(amount)), currency, hasArrived: state === 'succeeded' }
}

/** Records that a bank transfer has arrived, which adds its money to the wallet.
 * @throws problem not-found, payment-closed */
export async function recordTransfer(payments: Payments, actor: Person, paymentId: string): Promise<Payment> {
  const { db, clock } = payments
  return db.transaction(async (tx) => {
    const [found] = await tx
      .select({ organizationId: billingPayments.organizationId })
      .from(billingPayments)
      .where(and(eq(billingPayments.id, paymentId), eq(billingPayments.driver, 'offline')))
    if (found === undefined) throw problem('not-found')
    const wallet = await lockWallet(tx, payments, found.organizationId)
    const payment = await lockPayment(tx, paymentId)
    if (payment.state !== 'processing') throw problem('payment-closed')
    const at = clock.now()
    const booked = await bookPayment(tx, wallet, payment, at)
    await recordPayment(tx, actor, booked, 'received', at)
    await updateStanding(tx, wallet, at)
    await issueDocuments(tx, booked, true, at)
    return paymentView(booked)
  })
}
