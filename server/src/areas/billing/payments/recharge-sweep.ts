import { and, asc, eq, inArray, lt, or, sql } from 'drizzle-orm'
import { organizationName } from '../../identity/index.ts'
import { publishWalletEvent } from '../accounts/money-events.ts'
import { lockWallet } from '../accounts/wallets.ts'
import { balanceOf } from '../ledger/ledger.ts'
import { nextRecharge } from '../pricing/recharge.ts'
import { faultyOrganizations } from '../proof/proof.ts'
import { billingAccounts } from '../tables.ts'
import { findCardDetails, insertPayment, type Payments } from './payment-rows.ts'
import { addedInPeriod, changeRecharge, findRecharge } from './recharge-orders.ts'
import { stopRecharge } from './recharge-settings.ts'
import { startPayment } from './start-payment.ts'
import { billingPayments, billingRecharges, type PaymentRow } from './tables.ts'

/** A sweep leaves the rest to the next one, because others wait for it. */
const MAX_MS = 20_000

/** Adds money to the wallets that have fallen below the threshold of their order. An organization that fails does not stop the
 * others. */
export async function rechargeAll(payments: Payments): Promise<void> {
  const endsAt = performance.now() + MAX_MS
  const { organizationId: id, isOn, isArmed, threshold, lastAttemptAt } = billingRecharges
  const { organizationId, kind, balance } = billingAccounts
  // Those that waited longest come first, so that none is always left to the next sweep.
  const orders = await payments.db
    .select({ id })
    .from(billingRecharges)
    .leftJoin(billingAccounts, and(eq(organizationId, id), eq(kind, 'wallet')))
    .where(and(eq(isOn, true), or(eq(isArmed, false), lt(balance, threshold))))
    .orderBy(sql`${lastAttemptAt} NULLS FIRST`, asc(id))
  const faulty = await faultyOrganizations(payments.db)
  for (const order of orders) {
    if (performance.now() > endsAt) return
    // Nothing is charged while the books do not add up.
    if (faulty.has(order.id)) continue
    try {
      await rechargeOne(payments, order.id)
    } catch (error) {
      payments.log.error({ err: error, organizationId: order.id }, 'a wallet was not recharged')
    }
  }
}

/** Does what the order of an organization says now. */
export async function rechargeOne(payments: Payments, organizationId: string): Promise<void> {
  const payment = await beginRecharge(payments, organizationId)
  if (payment !== null) await startPayment(payments, payment, { isOffSession: true })
}

/** @returns the payment of the attempt. Null if none is due */
async function beginRecharge(payments: Payments, organizationId: string): Promise<PaymentRow | null> {
  const { db, clock, driver } = payments
  return db.transaction(async (tx) => {
    const wallet = await lockWallet(tx, payments, organizationId)
    const order = await findRecharge(tx, organizationId)
    if (order?.isOn !== true) return null
    const at = clock.now()
    const { currency } = wallet
    const { balance } = await balanceOf(tx, organizationId)
    if (balance >= order.threshold) {
      if (!order.isArmed) await changeRecharge(tx, order, { isArmed: true })
      return null
    }
    const open = await tx.$count(
      billingPayments,
      and(
        eq(billingPayments.organizationId, organizationId),
        eq(billingPayments.origin, 'recharge'),
        inArray(billingPayments.state, ['processing', 'needs_action']),
      ),
    )
    const step = driver.stepOf(currency)
    const added = await addedInPeriod(tx, wallet, at)
    const next = nextRecharge(order, { ...order, balance, added, isOpen: open > 0, step }, at)
    if (next.kind === 'turn-off') {
      const name = (await organizationName(tx, organizationId)) ?? ''
      await stopRecharge(tx, { id: organizationId, name }, 'declined', at)
    }
    if (next.kind !== 'pay') return null
    const details = await findCardDetails(tx, payments, organizationId)
    if (order.isArmed)
      await publishWalletEvent(
        tx,
        organizationId,
        'billing.wallet.below_threshold',
        { balance, currency },
        at,
      )
    await changeRecharge(tx, order, { isArmed: false, lastAttemptAt: at })
    const { amount } = next
    return insertPayment(tx, payments, {
      organizationId,
      amount,
      currency,
      origin: 'recharge',
      createdBy: null,
      details,
    })
  })
}
