// Slow: ten thousand documents.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Books, openBooks } from '../../testing/billing/books.ts'
import { checkNumbers } from '../../testing/billing/check-numbers.ts'
import { patient } from '../../testing/machine/patience.ts'

let books: Books
beforeAll(async () => {
  books = await openBooks(new Date().toISOString())
})
afterAll(() => books.end())

it(
  'skips no number and uses none twice in 10,000 documents with kills and rollbacks',
  async () => {
    const { documents, kills } = await checkNumbers(books, { documents: 10_000, everyDocuments: 200 })
    expect(documents).toBeGreaterThanOrEqual(10_000)
    expect(kills).toBeGreaterThanOrEqual(45)
  },
  patient(600_000),
)
