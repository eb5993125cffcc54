import { type PaymentReason, type TestOutcome, testCards } from '@kinora/contract'
import { and, eq, sql } from 'drizzle-orm'
import { addSeconds, type Clock } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/database/database.ts'
import { minorUnits } from '../pricing/currency.ts'
import { type Charge, type PaymentDriver, SetupIncomplete, WrongSignature } from './payment-driver.ts'
import { billingTestCharges } from './tables.ts'

/** How long a charge with the number for slow charges is processing. */
const PROCESSING_S = 60

type ChargeRow = typeof billingTestCharges.$inferSelect

/** A processor in this database that takes test cards and moves no money. The ID of a saved card is what charges with it come to,
 * so that no number is kept. */
export function testDriver({ db, clock }: { readonly db: Database; readonly clock: Clock }): PaymentDriver {
  const table = billingTestCharges
  const find = async (id: string) => {
    const [row] = await db.select().from(table).where(eq(table.id, id))
    return row
  }
  const set = async (id: string, from: ChargeRow['state'], state: ChargeRow['state']) => {
    await db
      .update(table)
      .set({ state })
      .where(and(eq(table.id, id), eq(table.state, from)))
  }
  const findCharge = async (id: string) => {
    const row = await find(id)
    if (row === undefined) return null
    const isOver = row.state === 'processing' && clock.now() >= addSeconds(row.createdAt, PROCESSING_S)
    if (isOver) await set(id, 'processing', 'succeeded')
    return chargeOf(isOver ? { ...row, state: 'succeeded' } : row)
  }
  return {
    kind: 'test',
    publishableKey: null,
    stepOf: minorUnits,
    createCustomer: async (organizationId) => `test:${organizationId}`,
    async beginSetup() {
      throw new SetupIncomplete('test cards need no setup')
    },
    async finishSetup(_customerId, given) {
      const known = given.kind === 'test' ? testCards[given.number] : undefined
      if (given.kind !== 'test' || known === undefined) throw new SetupIncomplete('not a test card')
      const [month = '', year = ''] = given.expiry.split('/').map((part) => part.trim())
      const card = {
        brand: known.brand,
        last4: given.number.slice(-4),
        expMonth: Number(month),
        expYear: 2000 + Number(year),
      }
      const { now } = clock
      if (Date.UTC(card.expYear, card.expMonth) <= now().getTime())
        throw new SetupIncomplete('the card has expired')
      return { id: known.outcome, card }
    },
    removeMethod: async () => undefined,
    async createCharge({ paymentId, customerId, methodId, amount, currency }) {
      const id = `test:${paymentId}`
      // The ID of a method is an outcome, as `finishSetup` returned it.
      const outcome = methodId as TestOutcome
      const minor = amount / minorUnits(currency)
      await db
        .insert(table)
        .values({
          id,
          paymentId,
          customerId,
          amount: minor,
          currency,
          outcome,
          state: 'unconfirmed',
          createdAt: clock.now(),
        })
        .onConflictDoNothing()
      return id
    },
    async confirmCharge({ id }) {
      const row = await find(id)
      if (row !== undefined) await set(id, 'unconfirmed', confirmedState(row.outcome))
      const charge = await findCharge(id)
      if (charge === null) throw new Error('a test charge is missing')
      return charge
    },
    findCharge,
    async cancelCharge(id) {
      for (const state of ['unconfirmed', 'needs_action'] as const) await set(id, state, 'canceled')
      return findCharge(id)
    },
    async refundCharge({ id }) {
      await db
        .update(table)
        .set({ refunded: sql`${table.amount}` })
        .where(and(eq(table.id, id), eq(table.state, 'succeeded')))
    },
    actionOf: async () => null,
    async readEvent() {
      throw new WrongSignature('test cards have no events')
    },
    answerTest: (id, answer) => set(id, 'needs_action', answer === 'confirmed' ? 'succeeded' : 'failed'),
  }
}

function confirmedState(outcome: TestOutcome): ChargeRow['state'] {
  switch (outcome) {
    case 'succeeded':
    case 'needs_action':
    case 'processing':
      return outcome
    default:
      return 'failed'
  }
}

function chargeOf(row: ChargeRow): Charge {
  const { id, paymentId, customerId, amount, currency, outcome, state, refunded } = row
  return {
    id,
    paymentId,
    customerId,
    amount: amount * minorUnits(currency),
    currency,
    state,
    reason: state === 'failed' || state === 'needs_action' ? reasonOf(outcome) : null,
    refunded: refunded * minorUnits(currency),
    disputed: 0n,
  }
}

function reasonOf(outcome: TestOutcome): PaymentReason {
  switch (outcome) {
    case 'declined':
    case 'insufficient_funds':
    case 'expired_card':
      return outcome
    default:
      return 'authentication_failed'
  }
}
