import { alertLimits, alertMetricIds } from '@kinora/contract'
import { and, eq, inArray, sql } from 'drizzle-orm'
import type { AlertSource } from '../../../platform/alerts/alert-sources.ts'
import type { Transaction } from '../../../platform/database/database.ts'
import type { Evaluation } from '../alerts.ts'
import { loadOpenIncidents } from '../history/open-incidents.ts'
import { alertInstances, alertRules, type InstanceRow, type RuleRow } from '../tables.ts'
import { holdsLease, moveCursor, type openLeases, type SourceLease } from './lease.ts'
import { runRule } from './run-rule.ts'
import { type Baselines, openBaselines, type RuleValues, sampleRules } from './samples.ts'
import { storeRuns } from './store-runs.ts'

/** Steps to evaluate. */
interface Due {
  readonly times: readonly number[]
  /** Number of the last one. */
  readonly step: number
  /** Earlier steps were missed, and are too old to be evaluated. */
  readonly hasGap: boolean
}

/**
 * Evaluates the due steps of a source.
 *
 * Values are read under a lease. Then one transaction stores states, incidents, messages and the cursor, unless another
 * evaluator has taken the lease over. So each step counts once, whatever dies in between. If values cannot be read,
 * nothing changes: the steps are evaluated later, in order.
 * @returns the number of evaluated steps
 */
export async function evaluateSource(
  alerts: Evaluation,
  leases: ReturnType<typeof openLeases>,
  source: AlertSource,
  baselines: Baselines = openBaselines(),
): Promise<number> {
  const { clock, db } = alerts
  const now = clock.now()
  if (!leases.isDue(source.name, Math.floor(now.getTime() / 1000 / source.stepS))) return 0
  const ready = new Date(Math.min(now.getTime(), (await source.readyUntil(now)).getTime()))
  const target = Math.floor(ready.getTime() / 1000 / source.stepS)
  const lease = await leases.take(source.name, target - 1)
  if (lease === null || target <= lease.step) {
    leases.passed(source.name, target)
    return 0
  }
  const due = dueSteps(source, lease.step, target)
  const rules = await enabledRules(alerts, source)
  const values = await valuesAt(source, rules, due, baselines)
  const isStored = await db.transaction((tx) => store(alerts, tx, { source, lease, due, values, now }))
  if (!isStored) return 0
  leases.passed(source.name, target)
  return due.times.length
}

function dueSteps({ stepS, hasHistory }: AlertSource, last: number, target: number): Due {
  const most = hasHistory ? Math.floor(alertLimits.catchUpS / stepS) : 1
  const first = Math.max(last + 1, target - most + 1)
  const times = Array.from({ length: target - first + 1 }, (_, n) => (first + n) * stepS * 1000)
  const missedS = (first - last - 1) * stepS
  return { times, step: target, hasGap: hasHistory ? missedS > 0 : missedS > alertLimits.catchUpS }
}

/** The enabled rules that watch the metrics of a source. */
async function enabledRules({ db }: Evaluation, { metrics }: AlertSource): Promise<RuleRow[]> {
  const own = alertMetricIds.filter((id) => Object.hasOwn(metrics, id))
  if (own.length === 0) return []
  return db
    .select()
    .from(alertRules)
    .where(and(eq(alertRules.enabled, true), inArray(alertRules.metric, own)))
}

async function valuesAt(
  source: AlertSource,
  rules: readonly RuleRow[],
  { times }: Due,
  baselines: Baselines,
): Promise<ReadonlyMap<RuleRow, RuleValues>> {
  const [first = 0] = times
  const last = times.at(-1) ?? first
  const steps = { from: new Date(first), to: new Date(last), stepS: source.stepS }
  return sampleRules(source, rules, steps, baselines)
}

interface Stored {
  readonly source: AlertSource
  readonly lease: SourceLease
  readonly due: Due
  readonly values: ReadonlyMap<RuleRow, RuleValues>
  readonly now: Date
}

/** @returns false if the lease was lost */
async function store(
  alerts: Evaluation,
  tx: Transaction,
  { source, lease, due, values, now }: Stored,
): Promise<boolean> {
  if (!(await holdsLease(tx, lease))) return false
  const rules = await unchangedRules(tx, [...values.keys()])
  const instances = await loadInstances(tx, rules)
  const incidents = await loadOpenIncidents(tx, [...instances.values()].flat())
  for (const rule of rules) {
    const { times, hasGap } = due
    const absent = source.metrics[rule.metric]?.absent ?? null
    const runs = runRule(rule, instances.get(rule.id) ?? [], values.get(rule) ?? new Map(), {
      times,
      absent,
      hasGap,
    })
    await storeRuns(alerts, tx, { rule, source, runs, incidents, now, hasGap })
  }
  await moveCursor(tx, lease, due.step)
  return true
}

/** Locks the rules that people have not changed since they were read. */
async function unchangedRules(tx: Transaction, rules: readonly RuleRow[]): Promise<RuleRow[]> {
  if (rules.length === 0) return []
  const rows = await tx
    .select({ id: alertRules.id, changedAt: alertRules.changedAt, enabled: alertRules.enabled })
    .from(alertRules)
    .where(inOrder(rules))
    .orderBy(alertRules.id)
    .for('share')
  const current = new Map(rows.map((row) => [row.id, row]))
  return rules.filter(({ id, changedAt }) => {
    const row = current.get(id)
    return row?.enabled === true && row.changedAt.getTime() === changedAt.getTime()
  })
}

function inOrder(rules: readonly RuleRow[]) {
  const ids = sql.param(`{${rules.map(({ id }) => id).join(',')}}`)
  const environmentIds = sql.param(`{${[...new Set(rules.map((rule) => rule.environmentId))].join(',')}}`)
  return sql`${alertRules.environmentId} = ANY (${environmentIds}::uuid[]) AND ${alertRules.id} = ANY (${ids}::uuid[])`
}

async function loadInstances(
  tx: Transaction,
  rules: readonly RuleRow[],
): Promise<Map<string, InstanceRow[]>> {
  if (rules.length === 0) return new Map()
  const ids = sql.param(`{${rules.map(({ id }) => id).join(',')}}`)
  const rows = await tx
    .select()
    .from(alertInstances)
    .where(sql`${alertInstances.ruleId} = ANY (${ids}::uuid[])`)
  return Map.groupBy(rows, ({ ruleId }) => ruleId)
}
