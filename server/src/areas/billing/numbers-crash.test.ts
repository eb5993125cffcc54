// Slow: kills processes while they issue documents.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Books, openBooks } from '../../testing/billing/books.ts'
import { checkNumbers } from '../../testing/billing/check-numbers.ts'

let books: Books
beforeAll(async () => {
  books = await openBooks(new Date().toISOString())
})
afterAll(() => books.end())

it('skips no number and uses none twice when processes die', async () => {
  const { kills } = await checkNumbers(books, { documents: 500, everyDocuments: 100 })
  expect(kills).toBeGreaterThanOrEqual(3)
})
