import { describe, expect, it } from 'vitest'
import { earningsOf, readPricing } from './pricing.ts'

describe('a price', () => {
  it('is read in millionths, without rounding up', () => {
    const micros = (text: string) => readPricing(text, 'cpm', 'usd')?.micros
    expect(['12', '0.1', ' 25.00 ', '1.2345678', '0.0000009'].map(micros)).toEqual([
      12_000_000, 100_000, 25_000_000, 1_234_567, 0,
    ])
    expect(readPricing('2.5', ' cpv ', 'eur')).toEqual({ model: 'CPV', micros: 2_500_000, currency: 'EUR' })
  })

  it('is null if it is not a number, or has an unknown model or currency', () => {
    for (const text of ['', '-1', '1,5', '1e3', 'abc', '10001', '99999999999'])
      expect(readPricing(text, 'CPM', 'USD'), text).toBeNull()
    expect(readPricing('1', 'CPA', 'USD')).toBeNull()
    expect(readPricing('1', 'CPM', 'dollars')).toBeNull()
    expect(readPricing('1', 'CPM')).toBeNull()
  })

  it('earns integer billionths by its model', () => {
    const earned = (model: string) => {
      const { impressionNanos, completeNanos, clickNanos } =
        earningsOf(readPricing('2.5', model, 'USD')) ?? {}
      return [impressionNanos, completeNanos, clickNanos]
    }
    expect(['CPM', 'CPV', 'CPC', 'CPE'].map(earned)).toEqual([
      [2_500_000, 0, 0],
      [0, 2_500_000_000, 0],
      [0, 0, 2_500_000_000],
      [0, 0, 0],
    ])
    expect(earningsOf(null)).toBeNull()
  })
})
