import { alertLimits } from '@kinora/contract'
import type { AbsentValue } from '../../../platform/alerts/alert-sources.ts'
import type { InstanceRow, RuleRow } from '../tables.ts'
import type { RuleValues } from './samples.ts'
import { afterGap, initialPhase, type Phase, step, verdictOf } from './step.ts'

/** A change of an instance at a step. */
export interface Transition {
  readonly change: 'opened' | 'resolved'
  readonly atMs: number
  readonly value: number | null
  /** The group no longer exists. */
  readonly isGone: boolean
}

/** The result of some steps for one group. */
export interface GroupRun {
  readonly key: string
  readonly before: InstanceRow | null
  readonly after: Phase
  /** The last known value. */
  readonly value: number | null
  readonly transitions: readonly Transition[]
}

type TimedRule = Pick<RuleRow, 'condition' | 'threshold' | 'recovery' | 'forS' | 'quietS'>

/** Evaluates a rule at steps, in order. At most 100 groups: known ones first.
 * @param absent value of a group that a step lacks
 * @param hasGap whether steps before these were not evaluated */
export function runRule(
  rule: TimedRule,
  instances: readonly InstanceRow[],
  values: RuleValues,
  {
    times,
    absent,
    hasGap,
  }: { readonly times: readonly number[]; readonly absent: AbsentValue; readonly hasGap: boolean },
): GroupRun[] {
  const known = new Map(instances.map((row) => [row.key, row]))
  const found = new Set([...values.values()].flatMap((byKey) => [...byKey.keys()]))
  const others = [...found].filter((key) => !known.has(key)).toSorted()
  const keys = [...known.keys(), ...others].slice(0, Math.max(known.size, alertLimits.groups))
  return keys.map((key) => runGroup(rule, key, known.get(key) ?? null, values, { times, absent, hasGap }))
}

function runGroup(
  rule: TimedRule,
  key: string,
  before: InstanceRow | null,
  values: RuleValues,
  { times, absent, hasGap }: Parameters<typeof runRule>[3],
): GroupRun {
  const timing = { forMs: rule.forS * 1000, quietMs: rule.quietS * 1000 }
  const start = before === null ? initialPhase : phaseOf(before)
  let after = hasGap ? afterGap(start, times[0] ?? 0) : start
  let last = before?.value ?? null
  const transitions: Transition[] = []
  for (const atMs of times) {
    const value = values.get(atMs)?.get(key) ?? (values.get(atMs)?.has(key) ? null : absent)
    if (typeof value === 'number') last = value
    const stepped = step(timing, after, verdictOf(rule, value), atMs)
    after = stepped.after
    if (stepped.change === null) continue
    transitions.push({ change: stepped.change, atMs, value: last, isGone: value === 'gone' })
  }
  return { key, before, after, value: last, transitions }
}

function phaseOf({ phase, since, number, endedAt }: InstanceRow): Phase {
  return { phase, sinceMs: since.getTime(), number, endedMs: endedAt?.getTime() ?? null }
}
