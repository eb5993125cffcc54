import { expect, it } from 'vitest'
import { embedRange } from './embed-range.ts'

const now = new Date('2026-03-31T20:20:00Z')
const textsOf = (range: Parameters<typeof embedRange>[0], zone = 'Asia/Kolkata') =>
  Object.values(embedRange(range, zone, now)).map((at) => at.toISOString())

it('covers hours and days up to the current hour', () => {
  expect(textsOf('last-24-hours')).toEqual(['2026-03-30T21:00:00.000Z', '2026-03-31T21:00:00.000Z'])
  expect(textsOf('last-7-days')).toEqual(['2026-03-24T21:00:00.000Z', '2026-03-31T21:00:00.000Z'])
})

it('covers months of the zone', () => {
  // It is already April in India.
  expect(textsOf('this-month')).toEqual(['2026-03-31T18:30:00.000Z', '2026-04-01T18:30:00.000Z'])
  expect(textsOf('last-month')).toEqual(['2026-02-28T18:30:00.000Z', '2026-03-31T18:30:00.000Z'])
  expect(textsOf('last-month', 'UTC')).toEqual(['2026-02-01T00:00:00.000Z', '2026-03-01T00:00:00.000Z'])
})
