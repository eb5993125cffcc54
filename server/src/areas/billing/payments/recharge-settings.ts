import type { AutoRecharge, BodyOf, billingCalls } from '@kinora/contract'
import type { OrganizationScope, Person } from '../../../platform/auth.ts'
import type { Transaction } from '../../../platform/database/database.ts'
import { recordChange } from '../../../platform/events/changes.ts'
import { problem } from '../../../platform/problem.ts'
import { lockWallet, readWallet } from '../accounts/wallets.ts'
import { integerOf } from '../integers.ts'
import { balanceOf } from '../ledger/ledger.ts'
import type { WalletRow } from '../tables.ts'
import { consentMissing, findCardDetails, type Payments } from './payment-rows.ts'
import { addedInPeriod, changeRecharge, findRecharge } from './recharge-orders.ts'
import { billingRecharges, type RechargeRow } from './tables.ts'

type Given = BodyOf<(typeof billingCalls)['setAutoRecharge']>

/** Proposed amounts, before somebody has set them. */
const proposal = { threshold: 20_000_000n, amount: 50_000_000n, monthlyCap: 500_000_000n }

export async function getAutoRecharge(payments: Payments, organizationId: string): Promise<AutoRecharge> {
  const wallet = await readWallet(payments, organizationId)
  const row = await findRecharge(payments.db, organizationId)
  return rechargeView(row, await addedInPeriod(payments.db, wallet, payments.clock.now()))
}

/** @throws problem payment-details-missing, request-invalid without consent, recharge-too-small, amount-not-payable */
export async function setAutoRecharge(
  payments: Payments,
  actor: Person,
  { organizationId, organizationName }: Pick<OrganizationScope, 'organizationId' | 'organizationName'>,
  given: Given,
): Promise<AutoRecharge> {
  const { db, clock } = payments
  return db.transaction(async (tx) => {
    const wallet = await lockWallet(tx, payments, organizationId)
    const at = clock.now()
    const before = await findRecharge(tx, organizationId)
    if (given.isOn) await assertMayRecharge(tx, payments, wallet, given)
    const order = {
      isOn: given.isOn,
      threshold: BigInt(given.threshold),
      amount: BigInt(given.amount),
      monthlyCap: BigInt(given.monthlyCap),
    }
    const { balance } = await balanceOf(tx, organizationId)
    const isNew = given.isOn && before?.isOn !== true
    const change = {
      ...order,
      // A balance that is already below the threshold starts no payment.
      isArmed: balance >= order.threshold,
      ...(isNew && {
        consentAt: at,
        consentBy: actor.userId,
        declined: 0,
        stoppedBecause: null,
        notice: null,
      }),
    }
    const [row] = await tx
      .insert(billingRecharges)
      .values({ organizationId, ...change })
      .onConflictDoUpdate({ target: billingRecharges.organizationId, set: change })
      .returning()
    if (row === undefined) throw new Error('a recharge was not saved')
    const object = { type: 'organization' as const, id: organizationId, name: organizationName }
    const audit = {
      action: 'billing.recharge.changed' as const,
      ...(before !== null && { before: termsOf(before) }),
      after: termsOf(row),
    }
    await recordChange(tx, { actor, scope: { organizationId } }, { object, audit }, at)
    return rechargeView(row, await addedInPeriod(tx, wallet, at))
  })
}

async function assertMayRecharge(
  tx: Transaction,
  payments: Payments,
  { organizationId, currency }: WalletRow,
  { threshold, amount, monthlyCap, hasConsent }: Given,
): Promise<void> {
  if ((await findCardDetails(tx, payments, organizationId)) === null) throw problem('payment-details-missing')
  if (!hasConsent) throw consentMissing()
  if (amount <= threshold || amount > monthlyCap) throw problem('recharge-too-small')
  if (BigInt(amount) % payments.driver.stepOf(currency) !== 0n) throw problem('amount-not-payable')
}

/** Turns recharging off without a person. */
export async function stopRecharge(
  tx: Transaction,
  organization: { readonly id: string; readonly name: string },
  because: NonNullable<RechargeRow['stoppedBecause']>,
  at: Date,
): Promise<void> {
  const order = await findRecharge(tx, organization.id)
  if (order?.isOn !== true) return
  const notice = because === 'declined' ? 'stopped' : null
  await changeRecharge(tx, order, { isOn: false, stoppedBecause: because, declined: 0, notice })
  const object = { type: 'organization' as const, ...organization }
  const audit = { action: 'billing.recharge.stopped' as const, after: { because } }
  await recordChange(tx, { actor: null, scope: { organizationId: organization.id } }, { object, audit }, at)
}

function termsOf({ isOn, threshold, amount, monthlyCap }: RechargeRow) {
  return { isOn, threshold: String(threshold), amount: String(amount), monthlyCap: String(monthlyCap) }
}

function rechargeView(row: RechargeRow | null, added: bigint): AutoRecharge {
  const { threshold, amount, monthlyCap } = row ?? proposal
  return {
    isOn: row?.isOn ?? false,
    threshold: integerOf(threshold),
    amount: integerOf(amount),
    monthlyCap: integerOf(monthlyCap),
    addedInPeriod: integerOf(added),
    consentAt: row?.consentAt?.toISOString() ?? null,
    declined: row?.declined ?? 0,
    stoppedBecause: row?.stoppedBecause ?? null,
  }
}
