import { setTimeout as pause } from 'node:timers/promises'

export interface Pair {
  readonly ours: number
  readonly against: number
}

type Measure = () => Promise<number>

/** Medians of two sides that run alternately, so that other load affects both. */
export async function alternately(rounds: number, ours: Measure, against: Measure): Promise<Pair> {
  const pairs: Pair[] = []
  for (let round = 0; round < rounds; round++) {
    if (round % 2 === 0) pairs.push({ ours: await ours(), against: await against() })
    else {
      const first = await against()
      pairs.push({ ours: await ours(), against: first })
    }
  }
  return { ours: median(pairs.map((pair) => pair.ours)), against: median(pairs.map((pair) => pair.against)) }
}

export function median(values: readonly number[]): number {
  return percentile(values, 0.5)
}

/** The smallest value that is not exceeded by `share` of all values. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN
}

/** The 95th percentile of sequential requests, in seconds. */
export async function slowest(times: number, ask: () => Promise<unknown>): Promise<number> {
  const taken: number[] = []
  for (let n = 0; n < times; n++) taken.push(await secondsOf(ask))
  return percentile(taken, 0.95)
}

export async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await work()
  return (performance.now() - startedAt) / 1000
}

const PATIENCE_MS = 15 * 60_000

/** Polls until there is a result.
 * @throws after 15 minutes */
export async function until<T>(everyMs: number, ask: () => Promise<T | null>): Promise<T> {
  const givenUpAt = performance.now() + PATIENCE_MS
  for (;;) {
    const answer = await ask()
    if (answer !== null) return answer
    if (performance.now() > givenUpAt) throw new Error('no result after 15 minutes')
    await pause(everyMs)
  }
}
