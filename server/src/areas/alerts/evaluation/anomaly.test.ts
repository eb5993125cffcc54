import { describe, expect, it } from 'vitest'
import { seededRandom } from '../../../testing/attacks/seeded-random.ts'
import { baselineTimes, levelOf, openScores, scoreOf, usualOf, weekShifts } from './anomaly.ts'

const HOUR_MS = 3_600_000
const STEP_MS = 300_000
const startMs = Date.parse('2026-11-23T00:00:00Z')

const noise = seededRandom(5)
/** Views of a week with a daily wave and noise of 5 %. */
function usualAt(atMs: number): number {
  const wave = 2000 + 1500 * Math.sin((atMs / HOUR_MS / 24) * 2 * Math.PI)
  return Math.round(wave * (0.95 + noise(1000) / 10_000))
}

function valuesOf(fromMs: number, toMs: number, valueAt: (atMs: number) => number) {
  const times = Array.from({ length: (toMs - fromMs) / STEP_MS + 1 }, (_, n) => fromMs + n * STEP_MS)
  return new Map(times.map((atMs) => [atMs, new Map([['', valueAt(atMs)]])]))
}

/** Times of a day whose score is above 3.5 in two steps in a row. */
function anomalies(
  valueAt: (atMs: number) => number,
  weekAt = (atMs: number, _week: number) => usualAt(atMs),
) {
  const toMs = startMs + 24 * HOUR_MS
  const range = baselineTimes(new Date(startMs), new Date(toMs))
  const weeks = weekShifts.map((_, week) =>
    valuesOf(range.from.getTime(), range.to.getTime(), (atMs) => weekAt(atMs, week)),
  )
  const today = valuesOf(range.from.getTime(), toMs, valueAt)
  const scores = openScores(weeks, today, 'count')
  const found: number[] = []
  let last = false
  for (let atMs = startMs; atMs < toMs; atMs += STEP_MS) {
    const isHigh = (scores.scoreAt('', atMs, today.get(atMs)?.get('') ?? null) ?? 0) > 3.5
    if (isHigh && last) found.push(atMs)
    last = isHigh
  }
  return found
}

describe('the score of a value', () => {
  it('finds half of the views within ten minutes, and nothing on a usual day', () => {
    expect(anomalies(usualAt)).toEqual([])
    const dropMs = startMs + 12.5 * HOUR_MS
    const [first] = anomalies((atMs) => (atMs < dropMs ? 1 : 0.5) * usualAt(atMs))
    expect((first ?? 0) - dropMs).toBeLessThanOrEqual(600_000)
    expect(first).toBeGreaterThanOrEqual(dropMs)
  })

  it('takes a busy day for a busy day', () => {
    expect(anomalies((atMs) => 1.4 * usualAt(atMs))).toEqual([])
  })

  it('is not misled by an outage in one of the weeks', () => {
    const outage = (atMs: number, week: number) => (week === 1 ? 0 : usualAt(atMs))
    expect(anomalies(usualAt, outage)).toEqual([])
    const dropMs = startMs + 6.5 * HOUR_MS
    expect(anomalies((atMs) => (atMs < dropMs ? 1 : 0.4) * usualAt(atMs), outage)).not.toEqual([])
  })

  it('is unknown until three weeks have values', () => {
    expect(usualOf([[100], [100], [], [0]], 'count')).toBeNull()
    expect(usualOf([[100], [100], [100], []], 'count')).toEqual({ median: 100, spread: 10 })
    expect(openScores([], new Map(), 'count').scoreAt('', startMs, 5)).toBeNull()
  })

  it('ignores differences that are too small to matter', () => {
    const usual = usualOf([[0], [0], [0.1], [0]], 'percent')
    expect(usual).not.toBeNull()
    expect(scoreOf(2, usual ?? { median: 0, spread: 1 }, 1)).toBe(2)
    expect(levelOf([{ median: 900, usual: 100 }])).toBe(2)
  })
})
