import { messageOf } from '../../../platform/log.ts'
import { lockWallet } from '../accounts/wallets.ts'
import { ChargeRefused } from '../processors/payment-driver.ts'
import { applyCharge, failPayment } from './apply-charge.ts'
import { changePayment, lockPayment, type Payments, totalOf } from './payment-rows.ts'
import type { PaymentRow } from './tables.ts'

/** Charges a payment that was inserted. Never throws for what happens at the processor: if that is not known, the payment stays open
 * and the processor is asked later. */
export async function startPayment(
  payments: Payments,
  payment: PaymentRow,
  { isOffSession }: { readonly isOffSession: boolean },
): Promise<PaymentRow> {
  const { driver, log } = payments
  const { id: paymentId, organizationId, customerId, methodId, currency } = payment
  try {
    if (customerId === null || methodId === null) throw new ChargeRefused('there is no card')
    const amount = totalOf(payment)
    const asked = { paymentId, organizationId, customerId, methodId, amount, currency }
    const id = await driver.createCharge(asked)
    await payments.db.transaction((tx) => changePayment(tx, payment, { chargeId: id }))
    const askedAt = payments.clock.now()
    const charge = await driver.confirmCharge({ id, paymentId, isOffSession })
    return (await applyCharge(payments, charge, askedAt)) ?? payment
  } catch (error) {
    if (!(error instanceof ChargeRefused)) {
      log.warn({ paymentId, reason: messageOf(error) }, 'the outcome of a payment is not known yet')
      return payment
    }
    log.warn({ paymentId, reason: error.message }, 'a payment was refused')
    return endPayment(payments, payment, error.reason)
  }
}

/** Ends a payment whose charge does not exist or was refused. */
export async function endPayment(
  payments: Payments,
  { id, organizationId }: PaymentRow,
  reason: NonNullable<PaymentRow['reason']>,
): Promise<PaymentRow> {
  return payments.db.transaction(async (tx) => {
    await lockWallet(tx, payments, organizationId)
    return failPayment(tx, await lockPayment(tx, id), reason, payments.clock.now())
  })
}
