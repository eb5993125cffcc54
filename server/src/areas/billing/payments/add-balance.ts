import type { BillingQuote, BodyOf, billingCalls, Payment } from '@kinora/contract'
import type { OrganizationScope, Person } from '../../../platform/auth.ts'
import { problem } from '../../../platform/problem.ts'
import { lockWallet, readWallet } from '../accounts/wallets.ts'
import { assertTotal, quoteTaxes, quoteView } from '../invoices/taxes.ts'
import { applyCharge } from './apply-charge.ts'
import {
  changePayment,
  findCardDetails,
  findPayment,
  insertPayment,
  isOpen,
  lockPayment,
  type Payments,
  paymentView,
  totalOf,
} from './payment-rows.ts'
import { recordPayment } from './record-payment.ts'
import { startPayment } from './start-payment.ts'
import type { PaymentRow } from './tables.ts'

type Scope = Pick<OrganizationScope, 'organizationId'>

/** The quote of an amount that the wallet gets. @throws problem amount-not-payable */
export async function quotePayment(
  payments: Payments,
  { organizationId }: Scope,
  given: number,
): Promise<BillingQuote> {
  const { db, clock, driver } = payments
  const { currency } = await readWallet(payments, organizationId)
  const amount = BigInt(given)
  const unit = driver.stepOf(currency)
  if (amount % unit !== 0n) throw problem('amount-not-payable')
  return quoteView(amount, currency, await quoteTaxes(db, { organizationId, amount, unit }, clock.now()))
}

/** Adds money to the wallet with the saved card. By bank transfer, the payment waits until an administrator records it.
 * @throws problem payment-details-missing, amount-not-payable, total-changed */
export async function addBalance(
  payments: Payments,
  actor: Person,
  { organizationId }: Scope,
  { amount, total }: BodyOf<(typeof billingCalls)['addBalance']>,
): Promise<Payment> {
  const { db, clock, driver } = payments
  const isTransfer = driver.kind === 'offline'
  const payment = await db.transaction(async (tx) => {
    const { currency } = await lockWallet(tx, payments, organizationId)
    const micros = BigInt(amount)
    if (micros % driver.stepOf(currency) !== 0n) throw problem('amount-not-payable')
    const details = await findCardDetails(tx, payments, organizationId)
    if (!isTransfer && details === null) throw problem('payment-details-missing')
    const inserted = await insertPayment(tx, payments, {
      organizationId,
      amount: micros,
      currency,
      origin: 'person',
      createdBy: actor.userId,
      details,
    })
    assertTotal(totalOf(inserted), total ?? amount)
    await recordPayment(tx, actor, inserted, 'requested', clock.now())
    return inserted
  })
  return paymentView(isTransfer ? payment : await startPayment(payments, payment, { isOffSession: false }))
}

/** Asks the processor for the state of an open payment.
 * @throws problem not-found, payment-processor-unavailable */
export async function continuePayment(
  payments: Payments,
  { organizationId }: Scope,
  paymentId: string,
  testAnswer: 'confirmed' | 'refused' | undefined,
) {
  const { db, driver } = payments
  const row = await findPayment(db, { organizationId, paymentId })
  const { chargeId, methodId } = row
  if (!isOpen(row) || chargeId === null || row.driver !== driver.kind)
    return { payment: paymentView(row), action: null }
  return orUnavailable(payments, async () => {
    if (testAnswer !== undefined && driver.kind === 'test') await driver.answerTest(chargeId, testAnswer)
    const payment = await refreshPayment(payments, row, chargeId)
    const clientSecret = payment.state === 'needs_action' ? await driver.actionOf(chargeId) : null
    const action = clientSecret === null || methodId === null ? null : { clientSecret, methodId }
    return { payment: paymentView(payment), action }
  })
}

/** Cancels a payment that waits for a transfer or for its payer.
 * @throws problem not-found, payment-closed, payment-processor-unavailable */
export async function cancelPayment(
  payments: Payments,
  actor: Person,
  { organizationId }: Scope,
  paymentId: string,
): Promise<Payment> {
  const { db, driver, clock } = payments
  const row = await findPayment(db, { organizationId, paymentId })
  const mayCancel = row.state === 'needs_action' || (row.driver === 'offline' && row.state === 'processing')
  if (!mayCancel || row.driver !== driver.kind) throw problem('payment-closed')
  const { chargeId } = row
  if (chargeId !== null) {
    const charge = await orUnavailable(payments, () => driver.cancelCharge(chargeId))
    // It may have been paid at the same time.
    if (charge !== null && charge.state !== 'canceled') {
      await applyCharge(payments, charge, clock.now())
      throw problem('payment-closed')
    }
  }
  return db.transaction(async (tx) => {
    await lockWallet(tx, payments, organizationId)
    const before = await lockPayment(tx, paymentId)
    // An event of the processor may have come first.
    if (before.state === 'failed') return paymentView(before)
    if (!isOpen(before)) throw problem('payment-closed')
    const canceled = await changePayment(tx, before, { state: 'failed', reason: 'canceled' })
    await recordPayment(tx, actor, canceled, 'canceled', clock.now())
    return paymentView(canceled)
  })
}

/** Asks the processor for a charge, and brings its payment to that state. */
export async function refreshPayment(
  payments: Payments,
  row: PaymentRow,
  chargeId: string,
): Promise<PaymentRow> {
  const askedAt = payments.clock.now()
  const charge = await payments.driver.findCharge(chargeId)
  return (charge && (await applyCharge(payments, charge, askedAt))) ?? row
}

/** @throws problem payment-processor-unavailable if the processor does not answer */
export async function orUnavailable<T>({ log }: Payments, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    if (error instanceof Error && error.name === 'Problem') throw error
    log.warn({ err: error }, 'the payment processor did not answer')
    throw problem('payment-processor-unavailable')
  }
}
