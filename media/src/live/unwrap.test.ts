import { describe, expect, it } from 'vitest'
import { createUnwrap } from './unwrap.ts'

describe('a counter that wraps', () => {
  it('continues beyond 32 bits', () => {
    const unwrap = createUnwrap(32)
    const last = 2 ** 32 - 1
    expect([last - 40, last, 39, 79].map(unwrap)).toEqual([last - 40, last, last + 40, last + 80])
  })

  it('keeps values in place that are out of order around the wrap', () => {
    const unwrap = createUnwrap(32)
    const last = 2 ** 32 - 1
    expect([last - 10, 9, last - 5, 30].map(unwrap)).toEqual([last - 10, last + 10, last - 5, last + 31])
  })

  it('wraps again and again', () => {
    const unwrap = createUnwrap(33)
    const step = 2 ** 31
    const values = Array.from({ length: 20 }, (_, n) => (n * step) % 2 ** 33)
    expect(values.map(unwrap)).toEqual(Array.from({ length: 20 }, (_, n) => n * step))
  })

  it('follows a jump backward', () => {
    const unwrap = createUnwrap(32)
    expect([5000, 0, 40].map(unwrap)).toEqual([5000, 0, 40])
  })
})
