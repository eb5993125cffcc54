import { describe, expect, it } from 'vitest'
import { sampledSteps } from './sampled-steps.ts'

/** Returns reproducible pseudorandom numbers from 0 to 1 (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Lines of many lengths and shapes: noise, waves with a peak, and gaps. */
const lines = Array.from({ length: 200 }, (_, seed) => {
  const random = randomFrom(seed)
  const length = 1 + Math.floor(random() * 3000)
  const gaps = random() * 0.2
  let isGap = false
  const values = Array.from({ length }, (_, n) => {
    if (random() < gaps) isGap = !isGap
    return isGap ? null : Math.sin(n / (1 + seed)) * 100 + random() * (seed % 7)
  })
  return { values, most: 4 + Math.floor(random() * 1200) }
})
const drawn = lines.map(({ values, most }) => ({ values, most, steps: sampledSteps(values, most) }))
const known = (values: readonly (number | null)[]) => values.filter((value) => value !== null)

describe('the steps that are drawn', () => {
  it('are all steps if there are few', () => {
    for (const { values, most, steps } of drawn)
      if (values.length <= most) expect(steps).toEqual(values.map((_, step) => step))
    expect(sampledSteps([], 10)).toEqual([])
  })

  it('are about as many as requested if there are more', () => {
    const many = drawn.filter(({ values, most }) => values.length > most)
    expect(many.length).toBeGreaterThan(50)
    for (const { values, most, steps } of many) {
      const held = steps.filter((step) => values[step] !== null)
      expect(held.length).toBeLessThanOrEqual(most + 2)
      expect(steps.length).toBeLessThanOrEqual(2 * most + 4)
    }
  })

  it('are in order, each once', () => {
    for (const { values, steps } of drawn) {
      expect(steps).toEqual([...new Set(steps)].toSorted((a, b) => a - b))
      expect(steps.every((step) => Number.isInteger(step) && step >= 0 && step < values.length)).toBe(true)
    }
  })

  it('include the first and the last step', () => {
    for (const { values, steps } of drawn) {
      expect(steps[0]).toBe(0)
      expect(steps.at(-1)).toBe(values.length - 1)
      const first = values.findIndex((value) => value !== null)
      if (first !== -1) expect(steps).toContain(first)
      if (first !== -1) expect(steps).toContain(values.findLastIndex((value) => value !== null))
    }
  })

  it('include the lowest and the highest value', () => {
    for (const { values, steps } of drawn) {
      const shown = known(steps.map((step) => values[step] ?? null))
      if (known(values).length === 0) continue
      expect(Math.max(...shown)).toBe(Math.max(...known(values)))
      expect(Math.min(...shown)).toBe(Math.min(...known(values)))
    }
  })

  it('keep the gaps of the line', () => {
    for (const { values, steps } of drawn)
      for (const [n, step] of steps.entries()) {
        const next = steps[n + 1]
        if (next === undefined || values[step] === null || values[next] === null) continue
        expect(values.slice(step, next)).not.toContain(null)
      }
  })
})
