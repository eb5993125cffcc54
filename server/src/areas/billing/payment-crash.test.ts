// Slow: kills processes while they pay.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Books, openBooks } from '../../testing/billing/books.ts'
import { checkPayments } from '../../testing/billing/check-payments.ts'
import { type FakeStripe, openFakeStripe } from '../../testing/billing/fake-stripe.ts'
import { payWithKills } from '../../testing/billing/pay-with-kills.ts'
import { newPayer, paymentsWith } from '../../testing/billing/stripe-payer.ts'

let books: Books
let fake: FakeStripe
beforeAll(async () => {
  books = await openBooks(new Date().toISOString())
  fake = await openFakeStripe()
})
afterAll(async () => {
  await fake.end()
  await books.end()
})

it('books what was charged, once, when processes die before they get the answer', async () => {
  const payments = paymentsWith(books, fake, { timeoutMs: 2000, retries: 1 })
  const payer = await newPayer(books, payments, fake)
  const { reported, interrupted } = await payWithKills(books, fake, payer, { kills: 3, atOnce: 3 })
  expect(interrupted).toBeGreaterThanOrEqual(9)
  const before = await payer.balance()
  await checkPayments(books, payments, fake, [payer])
  // The payments whose processes died.
  expect(await payer.balance()).toBe(before + interrupted * 1_000_000)
  expect(reported.size).toBeGreaterThan(0)
})
