import { describe, expect, it } from 'vitest'
import { Problem } from '../problem'
import { partStallOf, retryAfterMs, stallOf } from './retry'

describe('the rest between tries', () => {
  it('doubles from a second to thirty', () => {
    expect([1, 2, 3, 4, 5, 6, 20].map((failures) => retryAfterMs(failures, 0))).toEqual([
      1000, 2000, 4000, 8000, 16_000, 30_000, 30_000,
    ])
  })

  it('is up to a third shorter, so that clients do not return together', () => {
    expect(retryAfterMs(1, 1)).toBeCloseTo(667, 0)
  })
})

describe('what to wait for', () => {
  it('names a missing line, a busy server and a full storage apart', () => {
    expect(stallOf(new Problem('offline', 0))?.cause).toBe('offline')
    expect(stallOf(new Problem('timeout', 0))?.cause).toBe('server')
    expect(stallOf(new Problem('unavailable', 503))?.cause).toBe('server')
    expect(stallOf(new Problem('storage-full', 507))?.cause).toBe('room')
  })

  it('names a proxy that stopped waiting as what it is', () => {
    expect(stallOf(new Problem('answer-unreadable', 504))).toEqual({ cause: 'proxy', status: 504 })
  })

  it('does not wait where waiting does not help', () => {
    expect(stallOf(new Problem('body-too-large', 413))).toBeUndefined()
    expect(stallOf(new Problem('forbidden', 403))).toBeUndefined()
    expect(stallOf(new Error('a fault of ours'))).toBeUndefined()
  })

  it('asks for a new address when that of a part has lapsed, yet not for ever', () => {
    const lapsed = new Problem('answer-unreadable', 403)
    expect(partStallOf(lapsed, 1)?.cause).toBe('server')
    expect(partStallOf(lapsed, 4)).toBeUndefined()
  })
})
