import { expect } from 'vitest'
import type { Payments } from '../../areas/billing/payments/payment-rows.ts'
import { pollPayments } from '../../areas/billing/payments/poll.ts'
import { prove } from '../../areas/billing/proof/proof.ts'
import { addSeconds } from '../../platform/clock.ts'
import type { Books } from './books.ts'
import type { FakeStripe } from './fake-stripe.ts'
import type { Payer } from './stripe-payer.ts'

const CREDIT = 20_000_000n
const MICROS = 10_000n

/** Asks for the open payments until none is left, and expects that each wallet has exactly what the processor has moved. */
export async function checkPayments(
  books: Books,
  payments: Payments,
  fake: FakeStripe,
  payers: readonly Payer[],
): Promise<void> {
  const open = async () => {
    const [row] = await books.sql(
      "SELECT count(*)::int AS open FROM billing_payments WHERE state IN ('processing', 'needs_action')",
    )
    return Number(row?.open)
  }
  for (let left = await open(), before = -1; left > 0 && left !== before; ) {
    books.clock.set(addSeconds(books.clock.now(), 601).toISOString())
    before = left
    await pollPayments(payments)
    left = await open()
  }
  expect(await open()).toBe(0)
  expect(await prove(books)).toEqual([])
  for (const { organizationId, balance } of payers)
    expect(BigInt(await balance())).toBe(CREDIT + BigInt(fake.moved(organizationId)) * MICROS)
  const rows = await books.sql(
    `SELECT payments.id, payments.state, journals.key FROM billing_payments AS payments
     LEFT JOIN billing_journals AS journals ON journals.key = 'payment:' || payments.id`,
  )
  const charged = new Set(
    [...fake.intents.values()].flatMap(({ metadata, status }) =>
      status === 'succeeded' ? [metadata.payment] : [],
    ),
  )
  for (const { id, state, key } of rows) {
    expect(charged.has(String(id)), `${id} is ${state}`).toBe(key !== null)
    expect(state === 'failed').toBe(key === null)
  }
}
