// Slow: a hundred thousand operations.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Books, openBooks } from '../../testing/billing/books.ts'
import { checkSpending } from '../../testing/billing/check-spending.ts'
import { patient } from '../../testing/machine/patience.ts'

let books: Books
beforeAll(async () => {
  books = await openBooks(new Date().toISOString())
})
afterAll(() => books.end())

it(
  'loses nothing and counts nothing twice in 100,000 operations with 300 kills',
  async () => {
    const asked = { organizations: 20, operations: 100_000, everyOperations: 320 }
    const { kills, operations } = await checkSpending(books, asked)
    expect(operations).toBeGreaterThanOrEqual(100_000)
    expect(kills).toBeGreaterThanOrEqual(290)
  },
  patient(1_200_000),
)
