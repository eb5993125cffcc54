import { randomUUID } from 'node:crypto'
import type { Books } from './books.ts'

const party = {
  name: 'Kinora',
  address1: '',
  address2: '',
  city: '',
  state: '',
  country: 'IN',
  zip: '',
  taxId: '',
  email: '',
}

/** Sets who sends invoices. */
export async function setSeller(books: Books): Promise<void> {
  await books.sql(
    `INSERT INTO billing_sellers (id, party, series_prefix, is_reverse_charge, bank_details, timezone, changed_at)
     VALUES ($1, $2, 'KN', false, '', 'UTC', now())`,
    [randomUUID(), JSON.stringify(party)],
  )
}

/** Sets the rates of the taxes of the country of payers, in millionths. */
export async function setRates(
  books: Books,
  ratesPpm: readonly number[],
  from = '2020-01-01',
): Promise<void> {
  for (const [n, rate] of ratesPpm.entries())
    await books.sql(
      `INSERT INTO billing_tax_rates (id, country, region, name, rate_ppm, valid_from) VALUES ($1, 'IN', '', $2, $3, $4)`,
      [randomUUID(), `Tax ${n + 1}`, rate, from],
    )
}
