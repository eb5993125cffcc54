// Slow: kills processes while they spend money.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Books, openBooks } from '../../testing/billing/books.ts'
import { checkSpending } from '../../testing/billing/check-spending.ts'

let books: Books
beforeAll(async () => {
  books = await openBooks(new Date().toISOString())
})
afterAll(() => books.end())

it('loses nothing and counts nothing twice when processes die', async () => {
  const { kills } = await checkSpending(books, { organizations: 3, operations: 1500, everyOperations: 250 })
  expect(kills).toBeGreaterThanOrEqual(4)
})
