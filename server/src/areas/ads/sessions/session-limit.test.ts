import { describe, expect, it } from 'vitest'
import { type SessionLimit, sessionLimit } from './session-limit.ts'

function opener(limit: SessionLimit) {
  return (address: string, id: string, nowMs: number, userAgent = 'Firefox') => {
    const viewer = { address, userAgent }
    const reused = limit.reused('c', viewer, nowMs)
    if (reused === null) limit.add('c', viewer, id)
    return reused ?? id
  }
}

describe('the limit of sessions', () => {
  it('reuses the last session of a browser above the limit, for the rest of the minute', () => {
    const open = opener(sessionLimit(2))
    expect([1, 2, 3, 4].map((n) => open('a', `s${n}`, n))).toEqual(['s1', 's2', 's2', 's2'])
    expect(open('b', 'other', 5)).toBe('other')
    expect(open('a', 'later', 60_001)).toBe('later')
  })

  it('separates viewers with the same address, up to a limit per address', () => {
    const open = opener(sessionLimit(1, 3))
    const opened = ['A', 'B', 'B', 'C', 'D'].map((userAgent, n) => open('school', `s${n}`, n, userAgent))
    expect(opened).toEqual(['s0', 's1', 's1', 's1', 's1'])
  })
})
