import {
  type AlertPreview,
  type AlertSourceName,
  type alertsCalls,
  type BodyOf,
  comparedS,
  metricFacts,
  previewDays,
} from '@kinora/contract'
import type { AlertSource } from '../../../platform/alerts/alert-sources.ts'
import type { Scope } from '../../../platform/auth.ts'
import { problem } from '../../../platform/problem.ts'
import type { Alerts } from '../alerts.ts'
import { runRule } from '../evaluation/run-rule.ts'
import { type RuleValues, sampleRules } from '../evaluation/samples.ts'
import { assertObjects } from './watched-objects.ts'

/** Groups in a preview. */
const GROUPS = 10
/** Points of a chart. */
const POINTS = 200
/** Steps of a group, without and with grouping. They bound the work. */
const STEPS = { alone: 12_000, grouped: 3000 } as const

type PreviewBody = BodyOf<(typeof alertsCalls)['previewAlertRule']>

/** Evaluates a rule over the last seven days, or as far back as its metric is known. @throws problem not-found,
 * warehouse-away */
export async function previewRule(
  alerts: Alerts,
  { environmentId }: Scope,
  rule: PreviewBody,
): Promise<AlertPreview> {
  await assertObjects(alerts, environmentId, rule.metric, rule.filters.objectIds)
  const now = alerts.clock.now()
  const { source: name, historyS } = metricFacts(rule.metric)
  const source = sourceOf(alerts, name)
  const pastS = comparedS(rule)
  const spanS = Math.min(previewDays * 86_400, historyS - rule.windowS - pastS)
  const nothing = { fired: null, from: now.toISOString(), to: now.toISOString(), stepS: 0, groups: [] }
  if (source === null || !source.hasHistory || spanS <= 0) return nothing
  const steps = previewSteps(source.stepS, await source.readyUntil(now), spanS, rule)
  const { stepS, times } = steps
  const watched = { ...rule, environmentId }
  const values = await sampled(source, watched, { ...steps, most: GROUPS })
  const absent = source.metrics[rule.metric]?.absent ?? null
  const runs = runRule(watched, [], values, { times, absent, hasGap: false })
  const names =
    (await source.names?.(
      environmentId,
      runs.map(({ key }) => key),
    )) ?? new Map<string, string>()
  const groups = runs.map(({ key, transitions }) => ({
    key,
    label: names.get(key) ?? key,
    fired: transitions.filter(({ change }) => change === 'opened').length,
    points: pointsOf(times, values, key),
    alerts: transitions.flatMap(({ change, atMs }, n) => {
      if (change !== 'opened') return []
      const end = transitions[n + 1]
      return [{ from: iso(atMs), to: end === undefined ? null : iso(end.atMs) }]
    }),
  }))
  return {
    fired: groups.reduce((sum, { fired }) => sum + fired, 0),
    from: steps.from.toISOString(),
    to: steps.to.toISOString(),
    stepS,
    groups: groups.toSorted((one, other) => other.fired - one.fired).slice(0, GROUPS),
  }
}

/** Values of one group around a time, for the chart of an incident. Empty without a history. */
export async function groupPoints(
  alerts: Alerts,
  environmentId: string,
  rule: Omit<PreviewBody, 'recovery' | 'forS' | 'quietS'> & { readonly key: string },
  { from, to }: { readonly from: Date; readonly to: Date },
): Promise<AlertPreview['groups'][number]['points']> {
  const { source: name, historyS } = metricFacts(rule.metric)
  const source = sourceOf(alerts, name)
  if (source === null || !source.hasHistory) return []
  const now = alerts.clock.now().getTime()
  const oldest = now - historyS * 1000 + rule.windowS * 1000
  const [start, end] = [Math.max(from.getTime(), oldest), Math.min(to.getTime(), now)]
  if (start >= end) return []
  const { times, ...steps } = previewSteps(source.stepS, new Date(end), (end - start) / 1000, rule)
  return pointsOf(times, await sampled(source, { ...rule, environmentId }, steps), rule.key)
}

/** Times of a preview, the last one as late as possible. Windows overlap or follow each other, so that none is skipped: for short
 * windows the preview is shorter. */
function previewSteps(
  sourceStepS: number,
  until: Date,
  spanS: number,
  { windowS, groupBy }: Pick<PreviewBody, 'windowS' | 'groupBy'>,
) {
  const most = groupBy === 'none' ? STEPS.alone : STEPS.grouped
  const whole = (seconds: number) => Math.max(1, Math.floor(seconds / sourceStepS)) * sourceStepS
  const stepS = Math.min(whole(windowS), whole(Math.max(spanS / most, windowS / 4) + sourceStepS - 1))
  const toMs = Math.floor(until.getTime() / 1000 / sourceStepS) * sourceStepS * 1000
  const count = Math.min(most, Math.floor(spanS / stepS))
  const times = Array.from({ length: count + 1 }, (_, n) => toMs - (count - n) * stepS * 1000)
  return { from: new Date(times[0] ?? toMs), to: new Date(toMs), stepS, times }
}

async function sampled(
  source: AlertSource,
  rule: Parameters<typeof sampleRules>[1][number],
  steps: Parameters<typeof sampleRules>[2],
): Promise<RuleValues> {
  try {
    return (await sampleRules(source, [rule], steps)).get(rule) ?? new Map()
  } catch (cause) {
    throw problem('warehouse-away', { detail: cause instanceof Error ? cause.message : '' })
  }
}

function sourceOf({ alertSources }: Alerts, name: AlertSourceName): AlertSource | null {
  return alertSources.all().find((source) => source.name === name) ?? null
}

/** At most `POINTS` points: of each span the value that is furthest from the middle, so that peaks stay. */
function pointsOf(
  times: readonly number[],
  values: RuleValues,
  key: string,
): AlertPreview['groups'][number]['points'] {
  const all = times.map((atMs) => ({ atMs, value: values.get(atMs)?.get(key) ?? null }))
  const known = all.flatMap(({ value }) => (value === null ? [] : [value]))
  const middle = known.reduce((sum, value) => sum + value, 0) / Math.max(1, known.length)
  const size = Math.ceil(all.length / POINTS)
  const spans = Array.from({ length: Math.ceil(all.length / size) }, (_, n) =>
    all.slice(n * size, (n + 1) * size),
  )
  const distance = ({ value }: { readonly value: number | null }) =>
    value === null ? -1 : Math.abs(value - middle)
  return spans.flatMap((span) => {
    const shown = span.toSorted((one, other) => distance(other) - distance(one))[0]
    return shown === undefined ? [] : [{ at: iso(shown.atMs), value: shown.value }]
  })
}

function iso(ms: number): string {
  return new Date(ms).toISOString()
}
