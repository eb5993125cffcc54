import { metricFacts } from '@kinora/contract'
import type { AlertSource, MetricQuery } from '../../../platform/alerts/alert-sources.ts'
import type { RuleRow } from '../tables.ts'
import { baselineTimes, hourOf, openScores, weekShifts } from './anomaly.ts'
import { changeOf } from './step.ts'

/** The part of a rule that decides its values. */
export type WatchedRule = Pick<
  RuleRow,
  'environmentId' | 'metric' | 'filters' | 'groupBy' | 'windowS' | 'condition' | 'threshold' | 'periodS'
>

/** Times at which rules are evaluated. */
export interface Steps {
  readonly from: Date
  readonly to: Date
  readonly stepS: number
  /** The most groups of an environment. */
  readonly most?: number
}

/** Values of a rule: by time in milliseconds, then by group. */
export type RuleValues = ReadonlyMap<number, ReadonlyMap<string, number | null>>

/** Computes the values of many rules. Rules with the same window, grouping and filters share a statement for all
 * environments and metrics. @throws if the source is not available */
export async function sampleRules<Rule extends WatchedRule>(
  source: AlertSource,
  rules: readonly Rule[],
  steps: Steps,
  baselines: Baselines = openBaselines(),
): Promise<Map<Rule, RuleValues>> {
  const values = new Map<Rule, RuleValues>()
  const groups = Map.groupBy(rules, ({ windowS, groupBy, filters, ...rule }) =>
    JSON.stringify([windowS, groupBy, filters, periodOf(rule), rule.condition === 'anomaly']),
  )
  for (const group of groups.values()) {
    const [first] = group
    if (first === undefined) continue
    const current = await sampleGroup(source, group, steps, 0)
    if (first.condition === 'anomaly') {
      const past = await baselines.load(source, group, steps)
      for (const rule of group) values.set(rule, past.scoresOf(rule, valuesOf(rule, current)))
      continue
    }
    const periodS = periodOf(first)
    const past = periodS === null ? null : await sampleGroup(source, group, steps, periodS)
    for (const rule of group) {
      const own = valuesOf(rule, current)
      values.set(rule, past === null ? own : changesOf(rule, own, valuesOf(rule, past)))
    }
  }
  return values
}

/** Values of the last weeks with which anomaly rules compare. */
export interface Baselines {
  load(
    source: AlertSource,
    rules: readonly WatchedRule[],
    steps: Steps,
  ): Promise<{ scoresOf(rule: WatchedRule, values: RuleValues): RuleValues }>
}

/** Baselines that are computed once an hour. */
export function openBaselines(): Baselines {
  const loaded = new Map<string, { readonly untilMs: number; readonly past: Promise<Past> }>()
  return {
    async load(source, rules, steps) {
      const [fromMs, toMs] = [steps.from, steps.to].map((at) => hourOf(at.getTime()))
      const { windowS, groupBy, filters } = rules[0] ?? {}
      const tenants = [...new Set(rules.map(({ environmentId }) => environmentId))].toSorted()
      const metrics = [...new Set(rules.map(({ metric }) => metric))].toSorted()
      const name = JSON.stringify([source.name, fromMs, toMs, windowS, groupBy, filters, tenants, metrics])
      const known = loaded.get(name)
      for (const [other, { untilMs }] of loaded) if (untilMs < (toMs ?? 0)) loaded.delete(other)
      const past = known?.past ?? loadPast(source, rules, steps)
      loaded.set(name, { untilMs: toMs ?? 0, past })
      try {
        return scorer(await past)
      } catch (error) {
        loaded.delete(name)
        throw error
      }
    },
  }
}

/** Samples of each of the last weeks, moved to the present, and those of the hours before. */
interface Past {
  readonly weeks: readonly ReadonlyMap<string, readonly Sampled[]>[]
  readonly recent: ReadonlyMap<string, readonly Sampled[]>
  readonly scores: Map<string, ReturnType<typeof openScores>>
}

/** The longest and the shortest step of baselines. Sources have steps of a minute at most. */
const BASELINE_STEP_S = { most: 300, least: 60 } as const

async function loadPast(source: AlertSource, rules: readonly WatchedRule[], steps: Steps): Promise<Past> {
  const { from, to } = baselineTimes(steps.from, steps.to)
  const { least, most } = BASELINE_STEP_S
  const windowS = rules[0]?.windowS ?? most
  const stepS = Math.min(Math.max(Math.floor(windowS / least) * least, least), most)
  const weeks: ReadonlyMap<string, readonly Sampled[]>[] = []
  for (const shiftS of weekShifts)
    weeks.push(await sampleGroup(source, rules, { ...steps, from, to, stepS }, shiftS))
  const last = new Date(hourOf(steps.to.getTime()))
  const recent = await sampleGroup(source, rules, { ...steps, from, to: last, stepS }, 0)
  return { weeks, recent, scores: new Map() }
}

function scorer({ weeks, recent, scores }: Past) {
  return {
    scoresOf(rule: WatchedRule, values: RuleValues): RuleValues {
      const name = `${rule.environmentId} ${rule.metric}`
      const own =
        scores.get(name) ??
        openScores(
          weeks.map((week) => valuesOf(rule, week)),
          valuesOf(rule, recent),
          metricFacts(rule.metric).unit,
        )
      scores.set(name, own)
      return new Map(
        [...values].map(([atMs, byKey]) => [
          atMs,
          new Map([...byKey].map(([key, value]) => [key, own.scoreAt(key, atMs, value)])),
        ]),
      )
    },
  }
}

/** The time between the compared periods in seconds; null if the rule compares none. */
function periodOf({ condition, periodS }: Pick<WatchedRule, 'condition' | 'periodS'>): number | null {
  return condition === 'rise' || condition === 'fall' ? periodS : null
}

interface Sampled {
  readonly atMs: number
  readonly key: string
  readonly values: Readonly<Record<string, number | null>>
}

/** The samples of rules that differ only in environment and metric, by environment. Times are those of the steps. */
async function sampleGroup(
  source: AlertSource,
  rules: readonly WatchedRule[],
  { from, to, stepS, most }: Steps,
  beforeS: number,
): Promise<ReadonlyMap<string, readonly Sampled[]>> {
  const [first] = rules
  if (first === undefined) return new Map()
  const shifted = (at: Date) => new Date(at.getTime() - beforeS * 1000)
  const query: MetricQuery = {
    environmentIds: [...new Set(rules.map(({ environmentId }) => environmentId))],
    metrics: [...new Set(rules.map(({ metric }) => metric))],
    windowS: first.windowS,
    groupBy: first.groupBy,
    filters: first.filters,
    from: shifted(from),
    to: shifted(to),
    stepS,
    ...(most !== undefined && { most }),
  }
  const samples = await source.sample(query)
  const moved = samples.map((sample) => ({ ...sample, atMs: sample.atMs + beforeS * 1000 }))
  return Map.groupBy(moved, ({ environmentId }) => environmentId)
}

function valuesOf(
  { environmentId, metric }: WatchedRule,
  sampled: ReadonlyMap<string, readonly Sampled[]>,
): Map<number, Map<string, number | null>> {
  const byTime = new Map<number, Map<string, number | null>>()
  for (const { atMs, key, values } of sampled.get(environmentId) ?? []) {
    const value = values[metric]
    if (value === undefined) continue
    const byKey = byTime.get(atMs) ?? new Map<string, number | null>()
    byTime.set(atMs, byKey.set(key, value))
  }
  return byTime
}

function changesOf({ condition }: WatchedRule, current: RuleValues, past: RuleValues): RuleValues {
  return new Map(
    [...current].map(([atMs, byKey]) => {
      const before = past.get(atMs)
      const changed = [...byKey].map(
        ([key, value]) => [key, changeOf(condition, value, before?.get(key) ?? null)] as const,
      )
      return [atMs, new Map(changed)]
    }),
  )
}
