import { describe, expect, it } from 'vitest'
import { Problem } from '../problem'
import { partStallOf, retryAfterMs, stallOf } from './retry'

describe('the delay between retries', () => {
  it('doubles from a second to thirty', () => {
    expect([1, 2, 3, 4, 5, 6, 20].map((failures) => retryAfterMs(failures, 0))).toEqual([
      1000, 2000, 4000, 8000, 16_000, 30_000, 30_000,
    ])
  })

  it('is up to a third shorter, so that clients do not retry together', () => {
    expect(retryAfterMs(1, 1)).toBeCloseTo(667, 0)
  })
})

describe('the reason to wait', () => {
  it('distinguishes a lost connection, a busy server and full storage', () => {
    expect(stallOf(new Problem('offline', 0))?.cause).toBe('offline')
    expect(stallOf(new Problem('timeout', 0))?.cause).toBe('server')
    expect(stallOf(new Problem('unavailable', 503))?.cause).toBe('server')
    expect(stallOf(new Problem('storage-full', 507))?.cause).toBe('room')
  })

  it('reports a proxy timeout', () => {
    expect(stallOf(new Problem('answer-unreadable', 504))).toEqual({ cause: 'proxy', status: 504 })
  })

  it('does not retry permanent errors', () => {
    expect(stallOf(new Problem('body-too-large', 413))).toBeUndefined()
    expect(stallOf(new Problem('forbidden', 403))).toBeUndefined()
    expect(stallOf(new Error('a fault of ours'))).toBeUndefined()
  })

  it('requests a new URL when the URL of a part has expired, a limited number of times', () => {
    const lapsed = new Problem('answer-unreadable', 403)
    expect(partStallOf(lapsed, 1)?.cause).toBe('server')
    expect(partStallOf(lapsed, 4)).toBeUndefined()
  })
})
