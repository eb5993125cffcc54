import { and, eq, isNull, or } from 'drizzle-orm'
import { addSeconds } from '../../../platform/clock.ts'
import type { Transaction } from '../../../platform/database/database.ts'
import { updateStanding } from '../accounts/standing.ts'
import { lockWallet } from '../accounts/wallets.ts'
import { ascending } from '../integers.ts'
import { post } from '../ledger/ledger.ts'
import { minorUnits } from '../pricing/currency.ts'
import { divisionOf } from '../pricing/tax.ts'
import type { Charge } from '../processors/payment-driver.ts'
import type { WalletRow } from '../tables.ts'
import { changePayment, isOpen, lockPayment, type Payments, totalOf } from './payment-rows.ts'
import { issueDocuments } from './receipt.ts'
import { noteRechargeResult } from './recharge-orders.ts'
import { publishActionRequired, recordPayment } from './record-payment.ts'
import { billingPayments, type PaymentRow } from './tables.ts'

/**
 * Brings a payment to the state of its charge: after the response of the processor, its webhook, and the regular question. Each may
 * come first, twice or never: money is posted by keys, and only the difference to what was posted before.
 *
 * Locks, in this order: the wallet, the payment, the accounts of the organization, the invoice, and last the numbers of invoices and
 * those of credit notes, which other organizations wait for.
 * @param askedAt before the processor was asked: an older answer than the last one changes nothing
 * @returns null if the charge is of no payment
 */
export async function applyCharge(
  payments: Payments,
  charge: Charge,
  askedAt: Date,
): Promise<PaymentRow | null> {
  const { db, clock, driver } = payments
  return db.transaction(async (tx) => {
    const found = await findByCharge(tx, driver.kind, charge)
    if (found === undefined) return null
    const wallet = await lockWallet(tx, payments, found.organizationId)
    const before = await lockPayment(tx, found.id)
    if (askedAt < before.checkedAt) return before
    const at = clock.now()
    if (before.resolution === 'returning' || before.resolution === 'returned')
      return applyReturn(tx, before, charge, askedAt, at)
    const difference = differenceOf(before, charge)
    if (before.bookedAt !== null) {
      const noted = await noteDifference(payments, tx, before, charge, difference, askedAt)
      // Refunds in another currency cannot be compared with what is booked.
      const applied = difference === 'currency' ? noted : await bookTakenBack(tx, wallet, noted, charge, at)
      await updateStanding(tx, wallet, at)
      return issueDocuments(tx, applied, false, at)
    }
    if (difference !== null) {
      payments.log.error(
        { paymentId: before.id, chargeId: charge.id, heldBecause: difference },
        'a payment differs from its charge, and is not booked',
      )
      return changePayment(tx, before, { ...heldFor(charge, difference), checkedAt: askedAt })
    }
    const seen = await changePayment(tx, before, {
      chargeId: charge.id,
      heldBecause: null,
      checkedAt: askedAt,
    })
    const booked = charge.state === 'succeeded' ? await bookPayment(tx, wallet, seen, at) : seen
    const applied =
      booked.bookedAt === null
        ? await changeState(tx, booked, charge, at)
        : await bookTakenBack(tx, wallet, booked, charge, at)
    await updateStanding(tx, wallet, at)
    return issueDocuments(tx, applied, applied.bookedAt !== null, at)
  })
}

async function findByCharge(tx: Transaction, driver: PaymentRow['driver'], { id, paymentId }: Charge) {
  const { chargeId } = billingPayments
  const isOfPayment =
    paymentId === null
      ? eq(chargeId, id)
      : or(eq(chargeId, id), and(eq(billingPayments.id, paymentId), isNull(chargeId)))
  const [row] = await tx
    .select()
    .from(billingPayments)
    .where(and(eq(billingPayments.driver, driver), isOfPayment))
  return row
}

/** The field that the processor reports otherwise than it was asked. */
function differenceOf(payment: PaymentRow, charge: Charge): PaymentRow['heldBecause'] {
  if (totalOf(payment) !== charge.amount) return 'amount'
  if (payment.currency !== charge.currency) return 'currency'
  return payment.customerId === charge.customerId ? null : 'customer'
}

/** Refunds fail days later. An answer without a refund that has just been seen is an older one, asked for by a process whose clock is
 * ahead. */
const REFUND_STANDS_S = 60

/** Ends the return of a payment once the processor has given all of it back. Nothing of it is booked then. If the money comes back,
 * because the bank of the payer did not take it, the payment is held again. */
async function applyReturn(
  tx: Transaction,
  payment: PaymentRow,
  charge: Charge,
  checkedAt: Date,
  at: Date,
): Promise<PaymentRow> {
  const isBack =
    charge.state === 'canceled' ||
    charge.state === 'failed' ||
    (charge.state === 'succeeded' && charge.refunded + charge.disputed >= charge.amount)
  if (payment.resolution === 'returned' && !isBack) {
    const isLater = checkedAt >= addSeconds(payment.checkedAt, REFUND_STANDS_S)
    return isLater ? holdAgain(tx, payment, charge, checkedAt, at) : payment
  }
  if (payment.resolution === 'returned' || !isBack) return changePayment(tx, payment, { checkedAt })
  const returned = await changePayment(tx, payment, { resolution: 'returned', heldBecause: null, checkedAt })
  const ended = await failPayment(tx, returned, 'returned', at)
  await recordPayment(tx, null, ended, 'returned', at)
  return ended
}

async function holdAgain(
  tx: Transaction,
  payment: PaymentRow,
  charge: Charge,
  checkedAt: Date,
  at: Date,
): Promise<PaymentRow> {
  const held = await changePayment(tx, payment, {
    ...heldFor(charge, differenceOf(payment, charge) ?? 'amount'),
    state: 'processing',
    reason: null,
    resolution: null,
    resolvedBy: null,
    resolvedAt: null,
    checkedAt,
  })
  await recordPayment(tx, null, held, 'return_failed', at)
  return held
}

/** Why a payment is held, and what the processor reports of it. */
function heldFor(charge: Charge, heldBecause: NonNullable<PaymentRow['heldBecause']>) {
  return { heldBecause, reported: reportOf(charge), chargeId: charge.id }
}

const reportOf = ({ amount, currency, customerId, state }: Charge) => ({
  amount: String(amount),
  currency,
  customerId,
  state,
})

/** Notes whether the report of the processor differs from a booked payment, for administrators. What is booked stays. */
async function noteDifference(
  { log }: Pick<Payments, 'log'>,
  tx: Transaction,
  payment: PaymentRow,
  charge: Charge,
  differsBecause: PaymentRow['differsBecause'],
  checkedAt: Date,
): Promise<PaymentRow> {
  const isNew = differsBecause !== null && differsBecause !== payment.differsBecause
  if (isNew)
    log.error(
      { paymentId: payment.id, chargeId: charge.id, differsBecause },
      'a booked payment differs from its charge',
    )
  const chargeId = charge.id
  if (differsBecause === null) return changePayment(tx, payment, { chargeId, differsBecause, checkedAt })
  return changePayment(tx, payment, { chargeId, differsBecause, reported: reportOf(charge), checkedAt })
}

/** Adds the money of a payment to the wallet, once. The caller issues its documents as its last step. */
export async function bookPayment(
  tx: Transaction,
  { organizationId, currency }: WalletRow,
  payment: PaymentRow,
  at: Date,
): Promise<PaymentRow> {
  if (payment.bookedAt !== null) return payment
  const { amount, tax, reference } = payment
  await post(tx, {
    key: `payment:${payment.id}`,
    organizationId,
    kind: 'payment',
    currency,
    lines: linesOf({ cash: -totalOf(payment), wallet: amount, tax }),
    note: reference,
    at,
  })
  const booked = await changePayment(tx, payment, { state: 'succeeded', reason: null, bookedAt: at })
  await recordPayment(tx, null, booked, 'succeeded', at)
  await noteRechargeResult(tx, booked, at)
  return booked
}

/** The lines of a posting. An account that gets nothing has none. */
function linesOf<L extends Readonly<Record<string, bigint>>>(lines: L): Partial<L> {
  return Object.fromEntries(Object.entries(lines).filter(([, amount]) => amount !== 0n)) as Partial<L>
}

/** Takes money of a refund or dispute from the wallet, and its taxes: the difference to what was taken before. A dispute that was won
 * gives it back. The balance may fall below zero. */
async function bookTakenBack(
  tx: Transaction,
  { organizationId, currency }: WalletRow,
  payment: PaymentRow,
  charge: Charge,
  at: Date,
): Promise<PaymentRow> {
  const [refunded] = ascending(charge.refunded, totalOf(payment))
  const [takenBack] = ascending(refunded + charge.disputed, totalOf(payment))
  const difference = takenBack - payment.takenBack
  const state = takenBack === 0n ? 'succeeded' : charge.disputed > 0n ? 'disputed' : 'refunded'
  if (difference === 0n) {
    const isSame = state === payment.state && refunded === payment.refunded
    return isSame ? payment : changePayment(tx, payment, { state, refunded })
  }
  const takenBackTimes = payment.takenBackTimes + 1
  const unit = minorUnits(currency)
  const [before, after] = [divisionOf(payment, payment.takenBack, unit), divisionOf(payment, takenBack, unit)]
  await post(tx, {
    key: `payment:${payment.id}:back:${takenBackTimes}`,
    organizationId,
    kind: 'refund',
    currency,
    lines: linesOf({
      cash: difference,
      wallet: before.amount - after.amount,
      tax: before.tax - after.tax,
    }),
    note: payment.reference,
    at,
  })
  const changed = await changePayment(tx, payment, { takenBack, takenBackTimes, refunded, state })
  await recordPayment(tx, null, changed, 'taken_back', at)
  return changed
}

/** Changes the state of a payment that has moved no money. */
async function changeState(
  tx: Transaction,
  payment: PaymentRow,
  { state, reason }: Charge,
  at: Date,
): Promise<PaymentRow> {
  switch (state) {
    case 'needs_action': {
      if (payment.state === 'needs_action') return payment
      const waiting = await changePayment(tx, payment, { state, reason })
      await publishActionRequired(tx, waiting, at)
      await noteRechargeResult(tx, waiting, at)
      return waiting
    }
    case 'processing':
      return changePayment(tx, payment, { state, reason: null })
    case 'failed':
      return failPayment(tx, payment, reason ?? 'refused', at)
    case 'canceled':
      return failPayment(tx, payment, 'canceled', at)
    default:
      return payment
  }
}

/** Ends a payment that has moved no money. */
export async function failPayment(
  tx: Transaction,
  payment: PaymentRow,
  reason: NonNullable<PaymentRow['reason']>,
  at: Date,
): Promise<PaymentRow> {
  if (!isOpen(payment)) return payment
  const failed = await changePayment(tx, payment, { state: 'failed', reason })
  await recordPayment(tx, null, failed, 'failed', at)
  await noteRechargeResult(tx, failed, at)
  return failed
}
