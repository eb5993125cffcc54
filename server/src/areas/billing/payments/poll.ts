import { and, asc, eq, gte, inArray, isNotNull, isNull, lt, lte, ne, or } from 'drizzle-orm'
import { addSeconds } from '../../../platform/clock.ts'
import { applyCharge } from './apply-charge.ts'
import { changePayment, type Payments } from './payment-rows.ts'
import { endPayment } from './start-payment.ts'
import { billingPaymentEvents, billingPayments, type PaymentRow } from './tables.ts'

const EVERY_S = 300
const DAY_S = 86_400
/** A charge that is not confirmed by then is canceled: its request ended without confirming it. */
const UNCONFIRMED_S = 600
/** How long the payer has to confirm a payment. */
const ACTION_S = 3 * DAY_S
/** How long refunds and disputes of a payment are looked for once a day, and returns that the payer's bank does not take, because webhooks
 * may be lost. */
const TAKEN_BACK_S = 180 * DAY_S
const AT_ONCE = 100
/** A sweep leaves the rest to the next one, because others wait for it. */
const MAX_MS = 20_000

/** Asks the processor for open payments every five minutes, and for those that were paid or returned once a day. */
export async function pollPayments(payments: Payments): Promise<void> {
  const { db, clock, driver, log } = payments
  const now = clock.now()
  const before = (seconds: number) => addSeconds(now, -seconds)
  const { state, checkedAt, bookedAt, heldBecause, resolution, resolvedAt } = billingPayments
  const isDue = or(
    and(inArray(state, ['processing', 'needs_action']), isNull(heldBecause), lte(checkedAt, before(EVERY_S))),
    and(
      or(
        and(isNotNull(bookedAt), gte(bookedAt, before(TAKEN_BACK_S))),
        and(eq(resolution, 'returned'), gte(resolvedAt, before(TAKEN_BACK_S))),
      ),
      isNull(heldBecause),
      lte(checkedAt, before(DAY_S)),
    ),
  )
  const rows = await db
    .select()
    .from(billingPayments)
    .where(and(eq(billingPayments.driver, driver.kind), ne(billingPayments.driver, 'offline'), isDue))
    .orderBy(asc(checkedAt))
    .limit(AT_ONCE)
  const endsAt = performance.now() + MAX_MS
  for (const row of rows) {
    if (performance.now() > endsAt) return
    try {
      await pollPayment(payments, row)
    } catch (error) {
      log.warn({ err: error, paymentId: row.id }, 'a payment could not be asked for')
      // Those that always fail must not hold up the others.
      await db.transaction((tx) => changePayment(tx, row, { checkedAt: now }))
    }
  }
}

async function pollPayment(payments: Payments, row: PaymentRow): Promise<void> {
  const { db, clock, driver } = payments
  const now = clock.now()
  const isOlder = (seconds: number) => now >= addSeconds(row.createdAt, seconds)
  const { chargeId } = row
  if (chargeId === null) {
    // It was never confirmed, because a charge is confirmed only after its ID is stored.
    if (isOlder(UNCONFIRMED_S)) await endPayment(payments, row, 'interrupted')
    return
  }
  const charge = await driver.findCharge(chargeId)
  if (charge === null) {
    await db.transaction((tx) => changePayment(tx, row, { checkedAt: now }))
    return
  }
  const isOverdue =
    (charge.state === 'unconfirmed' && isOlder(UNCONFIRMED_S)) ||
    (charge.state === 'needs_action' && isOlder(ACTION_S))
  if (!isOverdue) {
    await applyCharge(payments, charge, now)
    return
  }
  const ended = await driver.cancelCharge(chargeId)
  if (ended !== null && ended.state !== 'canceled') await applyCharge(payments, ended, now)
  else await endPayment(payments, row, charge.state === 'unconfirmed' ? 'interrupted' : 'expired')
}

const EVENTS_KEPT_S = 60 * DAY_S

/** Deletes events of the processor that were handled long ago. */
export async function prunePaymentEvents({ db, clock }: Payments): Promise<void> {
  const until = addSeconds(clock.now(), -EVENTS_KEPT_S)
  await db.delete(billingPaymentEvents).where(lt(billingPaymentEvents.receivedAt, until))
}
