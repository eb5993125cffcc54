import { describe, expect, it } from 'vitest'
import { createOverload } from './overload.ts'

describe('a late encoder', () => {
  it('may start slowly', () => {
    const lateness = createOverload(0)
    expect([lateness(3000, 3000), lateness(5500, 5500), lateness(500, 5900)]).toEqual([
      'late',
      'late',
      'on-time',
    ])
  })

  it('drops frames until it has caught up', () => {
    const lateness = createOverload(0)
    expect([lateness(2000, 10_000), lateness(1500, 10_500), lateness(900, 11_000)]).toEqual([
      'late',
      'late',
      'on-time',
    ])
  })

  it('is too slow if dropping frames does not help', () => {
    const lateness = createOverload(0)
    expect([lateness(2000, 10_000), lateness(5900, 13_900), lateness(6000, 14_000)]).toEqual([
      'late',
      'late',
      'too-slow',
    ])
  })

  it('is too slow if it is late again within 20 s, but not later', () => {
    const [soon, later] = [createOverload(0), createOverload(0)]
    for (const lateness of [soon, later]) lateness(2000, 10_000)
    for (const lateness of [soon, later]) lateness(0, 12_000)
    expect([soon(2000, 20_000), later(2000, 40_000)]).toEqual(['too-slow', 'late'])
  })
})
