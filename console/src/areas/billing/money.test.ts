import { describe, expect, it } from 'vitest'
import { decimalOf, microsOf } from './money'

describe('micros', () => {
  it('are exact decimals, also beyond the numbers of JSON', () => {
    expect(decimalOf(0)).toBe('0.000000')
    expect(decimalOf(-250)).toBe('-0.000250')
    expect(decimalOf(1_284_604_321)).toBe('1284.604321')
    expect(decimalOf('9223372036854775807')).toBe('9223372036854.775807')
  })

  it('are read from amounts with at most six decimals', () => {
    expect(microsOf('12')).toBe(12_000_000)
    expect(microsOf(' 0.5 ')).toBe(500_000)
    expect(microsOf('19.99')).toBe(19_990_000)
    expect(microsOf('1.000250')).toBe(1_000_250)
    for (const text of ['', '0', '-1', '1e3', '1.2345678', 'ten', '12345678901'])
      expect(microsOf(text)).toBeNull()
  })
})
