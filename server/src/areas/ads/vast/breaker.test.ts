import { describe, expect, it } from 'vitest'
import { createBreaker, recordOnce } from './breaker.ts'

describe('a breaker', () => {
  it('pauses a server after five failures in a row, and allows one request after ten seconds', () => {
    const breaker = createBreaker()
    const fail = (times: number) => {
      for (let n = 0; n < times; n++) breaker.record('a', false, 0)
    }
    fail(4)
    breaker.record('a', true, 0)
    fail(4)
    expect(breaker.isPaused('a', 0)).toBe(false)
    fail(1)
    expect([breaker.isPaused('a', 9_999), breaker.isPaused('b', 0)]).toEqual([true, false])
    expect([breaker.isPaused('a', 10_000), breaker.isPaused('a', 10_001)]).toEqual([false, true])
    breaker.record('a', true, 10_002)
    expect(breaker.isPaused('a', 10_003)).toBe(false)
  })

  it('counts the failures of one decision once', () => {
    const breaker = createBreaker()
    const decide = () => {
      const record = recordOnce((server, hasAnswered) => breaker.record(server, hasAnswered, 0))
      for (let n = 0; n < 6; n++) record('a', false)
      record('b', true)
    }
    for (let n = 0; n < 4; n++) decide()
    expect(breaker.isPaused('a', 0)).toBe(false)
    decide()
    expect([breaker.isPaused('a', 0), breaker.isPaused('b', 0)]).toEqual([true, false])
  })
})
