import { describe, expect, it } from 'vitest'
import { seededRandom } from '../../../testing/attacks/seeded-random.ts'
import {
  afterGap,
  changeOf,
  initialPhase,
  type Phase,
  step,
  type Timing,
  type Verdict,
  verdictOf,
} from './step.ts'

const STEP_MS = 5000
const verdicts: readonly Verdict[] = ['breach', 'between', 'clear', 'unknown', 'gone']

interface Taken {
  readonly atMs: number
  readonly verdict: Verdict
  readonly change: 'opened' | 'resolved' | null
  readonly after: Phase
}

function run(timing: Timing, given: readonly Verdict[]): Taken[] {
  let phase = initialPhase
  return given.map((verdict, n) => {
    const atMs = n * STEP_MS
    const { after, change } = step(timing, phase, verdict, atMs)
    phase = after
    return { atMs, verdict, change, after }
  })
}

describe('the state of an alert', () => {
  it('opens after its time and resolves after the quiet time', () => {
    const given = [...Array<Verdict>(4).fill('breach'), ...Array<Verdict>(4).fill('clear')]
    const taken = run({ forMs: 10_000, quietMs: 10_000 }, given)
    expect(taken.map(({ after }) => after.phase)).toEqual([
      'pending',
      'pending',
      'firing',
      'firing',
      'recovering',
      'recovering',
      'normal',
      'normal',
    ])
    expect(taken.flatMap(({ atMs, change }) => (change === null ? [] : [[atMs, change]]))).toEqual([
      [10_000, 'opened'],
      [30_000, 'resolved'],
    ])
  })

  it('opens and resolves alternately, numbered, and never too soon in 20,000 random runs', () => {
    const random = seededRandom(7)
    const pick = <T>(from: readonly T[]): T => from[random(from.length)] as T
    for (let n = 0; n < 20_000; n++) {
      const timing = { forMs: pick([0, 5000, 20_000]), quietMs: pick([0, 5000, 30_000]) }
      let verdict = pick(verdicts)
      const given = Array.from({ length: 40 }, () => {
        if (random(10) < 4) verdict = pick(verdicts)
        return verdict
      })
      assertLawful(timing, run(timing, given))
    }
  })

  it('changes nothing while values are unknown', () => {
    const unknown = Array<Verdict>(100).fill('unknown')
    const firing = run({ forMs: 0, quietMs: 0 }, ['breach', ...unknown])
    expect(firing.at(-1)?.after).toEqual(firing[0]?.after)
    expect(run({ forMs: 0, quietMs: 0 }, unknown).every(({ after }) => after === initialPhase)).toBe(true)
  })

  it('is one incident in an hour of flapping', () => {
    const flapping = Array.from({ length: 720 }, (_, n): Verdict => (n % 2 === 0 ? 'breach' : 'clear'))
    const opened = run({ forMs: 0, quietMs: 60_000 }, flapping).filter(({ change }) => change !== null)
    expect(opened).toHaveLength(1)
    const between = flapping.map((verdict): Verdict => (verdict === 'clear' ? 'between' : verdict))
    expect(run({ forMs: 0, quietMs: 0 }, between).filter(({ change }) => change !== null)).toHaveLength(1)
  })

  it('starts to wait again after a time without evaluation', () => {
    const [pending] = run({ forMs: 60_000, quietMs: 0 }, ['breach'])
    expect(afterGap(pending?.after ?? initialPhase, 9e6).phase).toBe('normal')
    const recovering = run({ forMs: 0, quietMs: 60_000 }, ['breach', 'clear']).at(-1)?.after ?? initialPhase
    expect(afterGap(recovering, 9e6)).toMatchObject({ phase: 'firing', number: 1 })
  })
})

describe('the verdict on a value', () => {
  it('needs the recovery value before it is clear', () => {
    const above = { condition: 'above', threshold: 100, recovery: null } as const
    expect([101, 100, 95, 90, 0].map((value) => verdictOf(above, value))).toEqual([
      'breach',
      'between',
      'between',
      'clear',
      'clear',
    ])
    const quiet = { condition: 'below', threshold: -60, recovery: null } as const
    expect([-61, -60, -55, -54].map((value) => verdictOf(quiet, value))).toEqual([
      'breach',
      'between',
      'between',
      'clear',
    ])
  })

  it('knows missing values from unknown ones', () => {
    expect(verdictOf({ condition: 'no-data', threshold: 0, recovery: null }, null)).toBe('breach')
    expect(verdictOf({ condition: 'above', threshold: 0, recovery: null }, null)).toBe('unknown')
    expect(verdictOf({ condition: 'no-data', threshold: 0, recovery: null }, 'gone')).toBe('gone')
  })

  it('compares with a past value in percent', () => {
    expect(changeOf('fall', 50, 100)).toBe(50)
    expect(changeOf('rise', 150, 100)).toBe(50)
    expect(changeOf('rise', 5, 0)).toBeNull()
  })
})

function assertLawful({ forMs, quietMs }: Timing, taken: readonly Taken[]): void {
  let opened = 0
  let isOpen = false
  let endedMs = Number.NEGATIVE_INFINITY
  for (const [n, { atMs, change, verdict, after }] of taken.entries()) {
    if (change === null) continue
    const known = taken.slice(0, n + 1).filter((each) => each.verdict !== 'unknown')
    if (change === 'opened') {
      opened += 1
      const held = runOf(known, ['breach'])
      if (isOpen || after.number !== opened || atMs - held < forMs || atMs - endedMs < quietMs)
        throw new Error(`opened wrongly at ${atMs}: ${JSON.stringify(taken)}`)
    } else {
      const held = runOf(known, ['clear'])
      if (!isOpen || (verdict !== 'gone' && atMs - held < quietMs))
        throw new Error(`resolved wrongly at ${atMs}: ${JSON.stringify(taken)}`)
      endedMs = atMs
    }
    isOpen = change === 'opened'
  }
}

/** Start of the last unbroken run of a verdict. */
function runOf(taken: readonly Taken[], among: readonly Verdict[]): number {
  const last = taken.findLastIndex(({ verdict }) => !among.includes(verdict))
  return taken[last + 1]?.atMs ?? Number.POSITIVE_INFINITY
}
