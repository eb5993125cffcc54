import type { BodyOf, billingCalls, Payment } from '@kinora/contract'
import { and, asc, eq, lte } from 'drizzle-orm'
import type { Person } from '../../../platform/auth.ts'
import { addSeconds } from '../../../platform/clock.ts'
import type { Queryable, Transaction } from '../../../platform/database/database.ts'
import { problem } from '../../../platform/problem.ts'
import { updateStanding } from '../accounts/standing.ts'
import { lockWallet } from '../accounts/wallets.ts'
import { isWhole } from '../invoices/issue-invoice.ts'
import { sumOfTaxes, taxesInPaid } from '../invoices/taxes.ts'
import { orUnavailable, refreshPayment } from '../payments/add-balance.ts'
import { applyCharge, bookPayment } from '../payments/apply-charge.ts'
import { changePayment, lockPayment, type Payments, paymentView, totalOf } from '../payments/payment-rows.ts'
import { issueDocuments } from '../payments/receipt.ts'
import { recordPayment } from '../payments/record-payment.ts'
import { billingPayments, type PaymentRow } from '../payments/tables.ts'
import { minorUnits } from '../pricing/currency.ts'
import { ChargeRefused } from '../processors/payment-driver.ts'

/** Accepts a payment that is held: the wallet gets what has arrived, less the taxes in it. Once, however often it is asked for.
 * @throws problem not-found, payment-closed, payment-changed, payment-not-arrived, payment-currency-differs,
 * payment-processor-unavailable */
export async function acceptPayment(
  payments: Payments,
  actor: Person,
  paymentId: string,
  seen: BodyOf<(typeof billingCalls)['acceptPayment']>,
): Promise<Payment> {
  const { db, clock, driver } = payments
  const row = await findAny(db, paymentId)
  if (row.resolution === 'accepted') return paymentView(row)
  const { chargeId } = row
  if (chargeId === null || row.driver !== driver.kind) throw problem('payment-closed')
  const askedAt = clock.now()
  const charge = await orUnavailable(payments, () => driver.findCharge(chargeId))
  if (charge === null) throw problem('payment-not-arrived')
  // It may match by now, or differ in another way.
  await applyCharge(payments, charge, askedAt)
  await db.transaction(async (tx) => {
    const wallet = await lockWallet(tx, payments, row.organizationId)
    const held = await lockPayment(tx, paymentId)
    if (held.resolution === 'accepted') return
    const at = clock.now()
    const accepted = await changePayment(tx, held, {
      ...arrivedOf(held, seen),
      heldBecause: null,
      resolution: 'accepted',
      resolvedBy: actor.userId,
      resolvedAt: at,
    })
    const booked = await bookPayment(tx, wallet, accepted, at)
    await recordPayment(tx, actor, booked, 'accepted', at, held)
    await updateStanding(tx, wallet, at)
    await issueDocuments(tx, booked, true, at)
  })
  // It may have been refunded before.
  const applied = await applyCharge(payments, charge, askedAt)
  return paymentView(applied ?? (await findAny(db, paymentId)))
}

/** The part of a held payment that has arrived, with the rates that were asked for. */
function arrivedOf(held: PaymentRow, seen: { readonly amount: number | string; readonly currency: string }) {
  const { reported, currency } = held
  if (held.heldBecause === null || held.resolution !== null || reported === null)
    throw problem('payment-closed')
  if (reported.amount !== String(seen.amount) || reported.currency !== seen.currency)
    throw problem('payment-changed')
  if (reported.currency !== currency) throw problem('payment-currency-differs')
  if (reported.state !== 'succeeded') throw problem('payment-not-arrived')
  const { customerId } = reported
  const paid = BigInt(reported.amount)
  if (paid === totalOf(held)) return { customerId }
  const { net, taxes } = taxesInPaid(held.taxes, paid, minorUnits(currency))
  if (net <= 0n || !isWhole(paid, currency)) throw problem('payment-not-arrived')
  return { customerId, amount: net, taxes, tax: sumOfTaxes(taxes) }
}

/** Returns a payment that is held to its payer. The intent is stored first: if the answer of the processor is lost, the regular
 * question repeats it. @throws problem not-found, payment-closed, refund-refused, payment-processor-unavailable */
export async function returnPayment(payments: Payments, actor: Person, paymentId: string): Promise<Payment> {
  const { db, clock, driver } = payments
  const row = await findAny(db, paymentId)
  const intended = await db.transaction(async (tx) => {
    await lockWallet(tx, payments, row.organizationId)
    const held = await lockPayment(tx, paymentId)
    if (held.resolution === 'returned' || held.resolution === 'returning') return held
    const mayReturn = held.heldBecause !== null && held.resolution === null && held.bookedAt === null
    if (!mayReturn || held.driver !== driver.kind) throw problem('payment-closed')
    const at = clock.now()
    const resolved = { resolution: 'returning' as const, resolvedBy: actor.userId, resolvedAt: at }
    const returning = await changePayment(tx, held, resolved)
    await recordPayment(tx, actor, returning, 'return_requested', at)
    return returning
  })
  if (intended.resolution === 'returned') return paymentView(intended)
  return paymentView(await orUnavailable(payments, () => finishReturn(payments, intended)))
}

const EVERY_S = 300
const AT_ONCE = 100

/** Goes on with returns whose answer was lost. One that fails does not stop the others. */
export async function finishReturns(payments: Payments): Promise<void> {
  const { db, clock, driver, log } = payments
  const { resolution, checkedAt, resolvedAt } = billingPayments
  const before = addSeconds(clock.now(), -EVERY_S)
  const rows = await db
    .select()
    .from(billingPayments)
    .where(
      and(
        eq(billingPayments.driver, driver.kind),
        eq(resolution, 'returning'),
        lte(checkedAt, before),
        lte(resolvedAt, before),
      ),
    )
    .orderBy(asc(checkedAt))
    .limit(AT_ONCE)
  for (const row of rows)
    try {
      await finishReturn(payments, row)
    } catch (error) {
      log.warn({ err: error, paymentId: row.id }, 'a payment is not returned yet')
      // Those that always fail must not hold up the others.
      await db.transaction((tx) => changePayment(tx, row, { checkedAt: clock.now() }))
    }
}

/** Returns the money of a payment at the processor, and records when it is returned.
 * @throws problem refund-refused; errors if the outcome is not known */
async function finishReturn(payments: Payments, row: PaymentRow): Promise<PaymentRow> {
  const { db, driver } = payments
  const { chargeId, resolvedAt: intendedAt } = row
  if (chargeId === null || intendedAt === null) throw new Error('a payment without a charge was held')
  const charge = await driver.findCharge(chargeId)
  try {
    if (charge?.state === 'succeeded')
      await driver.refundCharge({ id: chargeId, paymentId: row.id, intendedAt })
    else await driver.cancelCharge(chargeId)
  } catch (error) {
    if (!(error instanceof ChargeRefused)) throw error
    // It waits for an administrator again.
    await db.transaction(async (tx) => {
      await lockWallet(tx, payments, row.organizationId)
      const { resolution } = await lockPayment(tx, row.id)
      if (resolution === 'returning') await changePayment(tx, row, { resolution: null })
    })
    throw problem('refund-refused')
  }
  return refreshPayment(payments, row, chargeId)
}

/** A payment of any organization. @throws problem not-found */
async function findAny(db: Queryable | Transaction, id: string): Promise<PaymentRow> {
  const [row] = await db.select().from(billingPayments).where(eq(billingPayments.id, id))
  if (row === undefined) throw problem('not-found')
  return row
}
