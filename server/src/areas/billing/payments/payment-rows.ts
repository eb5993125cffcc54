import { randomBytes } from 'node:crypto'
import { messages, type Payment, type PaymentOrigin } from '@kinora/contract'
import { and, eq } from 'drizzle-orm'
import type { Queryable, Transaction } from '../../../platform/database/database.ts'
import { uuidv7 } from '../../../platform/database/ids.ts'
import { type Problem, problem } from '../../../platform/problem.ts'
import type { Billing } from '../billing.ts'
import { integerOf } from '../integers.ts'
import { quoteTaxes, sumOfTaxes, taxViews } from '../invoices/taxes.ts'
import { billingPaymentDetails, billingPayments, type DetailsRow, type PaymentRow } from './tables.ts'

/** Context of payments. */
export type Payments = Pick<Billing, 'db' | 'clock' | 'config' | 'log' | 'driver'>

interface NewPayment {
  readonly organizationId: string
  /** The amount that the wallet gets. */
  readonly amount: bigint
  readonly currency: string
  readonly origin: PaymentOrigin
  /** Null if Kinora makes it. */
  readonly createdBy: string | null
  /** The card that pays. Null for a bank transfer. */
  readonly details: DetailsRow | null
}

/** Inserts a payment before the processor is asked for it, so that none is ever unknown. Its taxes are those of now. */
export async function insertPayment(
  tx: Transaction,
  { driver, clock }: Pick<Payments, 'driver' | 'clock'>,
  { details, ...given }: NewPayment,
): Promise<PaymentRow> {
  const at = clock.now()
  const taxes = await quoteTaxes(tx, { ...given, unit: driver.stepOf(given.currency) }, at)
  const [row] = await tx
    .insert(billingPayments)
    .values({
      ...given,
      tax: sumOfTaxes(taxes),
      taxes,
      id: uuidv7(at.getTime()),
      reference: `KP-${randomBytes(5).toString('hex').toUpperCase()}`,
      driver: driver.kind,
      customerId: details?.customerId ?? null,
      methodId: details?.methodId ?? null,
      card: details?.card ?? null,
      state: 'processing',
      createdAt: at,
      checkedAt: at,
    })
    .returning()
  if (row === undefined) throw new Error('a payment was not inserted')
  return row
}

/** @throws problem not-found */
export async function findPayment(
  db: Queryable,
  { organizationId, paymentId }: { readonly organizationId: string; readonly paymentId: string },
): Promise<PaymentRow> {
  const [row] = await db
    .select()
    .from(billingPayments)
    .where(and(eq(billingPayments.id, paymentId), eq(billingPayments.organizationId, organizationId)))
  if (row === undefined) throw problem('not-found')
  return row
}

/** The payment, locked until the transaction ends. Its wallet is locked first. */
export async function lockPayment(tx: Transaction, id: string): Promise<PaymentRow> {
  const [row] = await tx.select().from(billingPayments).where(eq(billingPayments.id, id)).for('update')
  if (row === undefined) throw new Error('a payment is missing')
  return row
}

export async function changePayment(
  tx: Transaction,
  { id }: Pick<PaymentRow, 'id'>,
  change: Partial<PaymentRow>,
): Promise<PaymentRow> {
  const [row] = await tx.update(billingPayments).set(change).where(eq(billingPayments.id, id)).returning()
  if (row === undefined) throw new Error('a payment is missing')
  return row
}

export async function findDetails(db: Queryable, organizationId: string): Promise<DetailsRow | null> {
  const [row] = await db
    .select()
    .from(billingPaymentDetails)
    .where(eq(billingPaymentDetails.organizationId, organizationId))
  return row ?? null
}

/** The details if their card can be charged: one of another processor cannot. */
export async function findCardDetails(
  db: Queryable,
  { driver }: Pick<Payments, 'driver'>,
  organizationId: string,
): Promise<DetailsRow | null> {
  const details = await findDetails(db, organizationId)
  return details?.driver === driver.kind && details.methodId !== null ? details : null
}

export const isOpen = ({ state }: Pick<PaymentRow, 'state'>) =>
  state === 'processing' || state === 'needs_action'

/** The problem of a body without the agreement of the payer. */
export function consentMissing(): Problem {
  return problem('request-invalid', { errors: [{ path: 'body.hasConsent', message: messages.required }] })
}

/** The sum with taxes, which the payer pays. */
export const totalOf = ({ amount, tax }: Pick<PaymentRow, 'amount' | 'tax'>) => amount + tax

export function paymentView(row: PaymentRow): Payment {
  const { id, organizationId, reference, currency, driver, origin, state, reason, card } = row
  return {
    id,
    organizationId,
    reference,
    amount: integerOf(row.amount),
    taxes: taxViews(row.taxes),
    total: integerOf(totalOf(row)),
    currency,
    driver,
    origin,
    state,
    reason,
    takenBack: integerOf(row.takenBack),
    card,
    createdAt: row.createdAt.toISOString(),
  }
}
