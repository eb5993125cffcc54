import type { AuditAction } from '@kinora/contract'
import type { Transaction } from '../../../platform/database/database.ts'
import type { AuditActor } from '../../../platform/events/audit-entry.ts'
import { recordChange } from '../../../platform/events/changes.ts'
import { publishMoneyEvent } from '../accounts/money-events.ts'
import type { PaymentRow } from './tables.ts'

type Verb = Extract<AuditAction, `billing.payment.${string}`> extends `billing.payment.${infer V}` ? V : never

const published = {
  succeeded: 'billing.payment.succeeded',
  failed: 'billing.payment.failed',
  canceled: 'billing.payment.failed',
  taken_back: 'billing.payment.taken_back',
} as const

/** Records what happened to a payment, without anything of the card. */
export async function recordPayment(
  tx: Transaction,
  /** Null if Kinora or the processor did it. */
  actor: AuditActor | null,
  payment: PaymentRow,
  verb: Verb,
  at: Date,
  /** The payment before, if its amount has changed. */
  earlier?: PaymentRow,
): Promise<void> {
  const { organizationId } = payment
  const object = objectOf(payment)
  const after = dataOf(payment)
  const audit = {
    action: `billing.payment.${verb}` as const,
    ...(earlier !== undefined && { before: dataOf(earlier) }),
    after,
  }
  await recordChange(tx, { actor, scope: { organizationId } }, { object, audit }, at)
  if (verb in published) {
    const type = published[verb as keyof typeof published]
    await publishMoneyEvent(tx, organizationId, object, { type, data: after }, at)
  }
}

/** Publishes that the payer has to confirm a payment. */
export async function publishActionRequired(tx: Transaction, payment: PaymentRow, at: Date): Promise<void> {
  const event = { type: 'billing.payment.action_required' as const, data: dataOf(payment) }
  await publishMoneyEvent(tx, payment.organizationId, objectOf(payment), event, at)
}

const objectOf = ({ id, reference }: PaymentRow) => ({ type: 'payment' as const, id, name: reference })

function dataOf({ reference, amount, tax, takenBack, currency, origin, state, reason }: PaymentRow) {
  const sums = { amount: String(amount), tax: String(tax), takenBack: String(takenBack) }
  return { reference, ...sums, currency, origin, state, reason }
}
