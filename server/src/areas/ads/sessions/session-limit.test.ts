import { describe, expect, it } from 'vitest'
import { type SessionLimit, sessionLimit } from './session-limit.ts'

const refusals = (limit: SessionLimit, times: number, address = 'school', channel = 'c', nowMs = 0) =>
  Array.from({ length: times }, (_, n) => n).filter((n) => {
    try {
      limit.assertBelow(channel, { address }, nowMs + n)
      return false
    } catch {
      return true
    }
  }).length

describe('the limit of sessions', () => {
  it('gives each viewer of a large school a session', () => {
    expect(refusals(sessionLimit(), 5000)).toBe(0)
  })

  it('refuses a flood for the rest of the minute, for each channel and address', () => {
    const limit = sessionLimit(100)
    expect(refusals(limit, 300)).toBe(200)
    expect(refusals(limit, 100, 'other')).toBe(0)
    expect(refusals(limit, 100, 'school', 'other')).toBe(0)
    expect(refusals(limit, 100, 'school', 'c', 60_001)).toBe(0)
  })

  it('says when to try again', () => {
    const limit = sessionLimit(0)
    expect(() => limit.assertBelow('c', { address: 'a' }, 0)).toThrowError(
      expect.objectContaining({ id: 'rate-limited' }),
    )
  })
})
