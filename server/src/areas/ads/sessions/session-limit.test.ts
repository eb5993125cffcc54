import { describe, expect, it } from 'vitest'
import { sessionLimit } from './session-limit.ts'

describe('the limit of sessions', () => {
  it('gives an address its last session again above the limit, for the rest of the minute', () => {
    const limit = sessionLimit(2)
    const open = (address: string, id: string, nowMs: number) => {
      const reused = limit.reused('c', address, nowMs)
      if (reused === null) limit.add('c', address, id)
      return reused ?? id
    }
    expect([1, 2, 3, 4].map((n) => open('a', `s${n}`, n))).toEqual(['s1', 's2', 's2', 's2'])
    expect(open('b', 'other', 5)).toBe('other')
    expect(open('a', 'later', 60_001)).toBe('later')
  })
})
