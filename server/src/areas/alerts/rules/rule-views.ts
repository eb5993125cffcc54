import { type AlertRule, type AlertState, alertLimits, metricFacts } from '@kinora/contract'
import { and, asc, eq, gte, inArray, sql } from 'drizzle-orm'
import { addSeconds } from '../../../platform/clock.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import type { Alerts } from '../alerts.ts'
import { isMutedAt } from '../evaluation/mutes.ts'
import { alertCursor, alertIncidents, alertInstances, type RuleRow } from '../tables.ts'
import { publicFields } from './rule-changes.ts'

const DAYS = 7
const DAY_MS = 86_400_000
/** The state of a rule is that of its worst group. */
const worst: readonly AlertState[] = ['firing', 'recovering', 'pending', 'normal']

/** Rules as in responses, with their open alerts and how often they fired. */
export async function viewRules(alerts: Alerts, rows: readonly RuleRow[]): Promise<AlertRule[]> {
  const { db, clock } = alerts
  const [first] = rows
  if (first === undefined) return []
  const now = clock.now()
  const { environmentId } = first
  const ids = rows.map(({ id }) => id)
  const states = await loadStates(db, environmentId, ids)
  const fired = await loadFired(db, environmentId, ids, now)
  const evaluated = await loadEvaluated(alerts)
  return rows.map((row) => {
    const own = states.get(row.id) ?? []
    const { days, lastAt } = fired.get(row.id) ?? { days: Array<number>(DAYS).fill(0), lastAt: null }
    return {
      id: row.id,
      organizationId: row.organizationId,
      environmentId,
      name: row.name,
      ...publicFields(row),
      filters: {
        objectIds: [...row.filters.objectIds],
        countries: [...row.filters.countries],
        deviceTypes: [...row.filters.deviceTypes],
      },
      mutes: [...row.mutes],
      enabled: row.enabled,
      state: worst.find((phase) => own.some((each) => each.phase === phase)) ?? 'normal',
      open: own.flatMap(({ open }) => open ?? []).slice(0, alertLimits.groups),
      fired: days,
      lastFiredAt: lastAt?.toISOString() ?? null,
      isMuted: isMutedAt(row.mutes, now),
      staleSince: staleSince(row, evaluated, now)?.toISOString() ?? null,
      createdAt: row.createdAt.toISOString(),
      changedAt: row.changedAt.toISOString(),
      changedBy: row.changedBy,
    }
  })
}

/** When each source was last evaluated. */
async function loadEvaluated({ db, alertSources }: Alerts): Promise<ReadonlyMap<string, Date>> {
  const cursors = await db.select().from(alertCursor)
  const steps = new Map(cursors.map(({ source, step }) => [source, step]))
  return new Map(
    alertSources.all().flatMap(({ name, stepS }) => {
      const step = steps.get(name)
      return step === undefined ? [] : [[name, new Date(step * stepS * 1000)] as const]
    }),
  )
}

/** Since when an enabled rule is not evaluated, because its values cannot be read or no process does so. */
function staleSince(
  { enabled, metric, changedAt }: RuleRow,
  evaluated: ReadonlyMap<string, Date>,
  now: Date,
): Date | null {
  const last = evaluated.get(metricFacts(metric).source) ?? changedAt
  const since = last > changedAt ? last : changedAt
  return enabled && addSeconds(since, alertLimits.staleS) < now ? since : null
}

interface GroupState {
  readonly phase: AlertState
  readonly open: AlertRule['open'][number] | null
}

async function loadStates(
  db: Queryable,
  environmentId: string,
  ids: string[],
): Promise<Map<string, GroupState[]>> {
  const rows = await db
    .select({ instance: alertInstances, incident: alertIncidents })
    .from(alertInstances)
    .leftJoin(alertIncidents, eq(alertIncidents.id, alertInstances.incidentId))
    .where(and(eq(alertInstances.environmentId, environmentId), inArray(alertInstances.ruleId, ids)))
    .orderBy(asc(alertInstances.since), asc(alertInstances.key))
  const states = rows.map(({ instance, incident }) => ({
    ruleId: instance.ruleId,
    phase: instance.phase,
    open: incident && {
      incidentId: incident.id,
      key: incident.key,
      label: incident.label,
      value: instance.value,
      openedAt: incident.openedAt.toISOString(),
    },
  }))
  return Map.groupBy(states, ({ ruleId }) => ruleId)
}

/** Incidents of the last seven days by day, and the time of the last one. */
async function loadFired(
  db: Queryable,
  environmentId: string,
  ids: string[],
  now: Date,
): Promise<Map<string, { readonly days: number[]; readonly lastAt: Date | null }>> {
  const since = new Date(now.getTime() - DAYS * DAY_MS)
  const isOwn = and(eq(alertIncidents.environmentId, environmentId), inArray(alertIncidents.ruleId, ids))
  const day = sql<number>`floor(extract(epoch FROM ${alertIncidents.openedAt} - ${since.toISOString()}::timestamptz) / 86400)::int`
  const counts = await db
    .select({ ruleId: alertIncidents.ruleId, day, count: sql<number>`count(*)::int` })
    .from(alertIncidents)
    .where(and(isOwn, gte(alertIncidents.openedAt, since)))
    .groupBy(sql`1, 2`)
  const last = await db
    .select({ ruleId: alertIncidents.ruleId, at: sql<string>`max(${alertIncidents.openedAt})` })
    .from(alertIncidents)
    .where(isOwn)
    .groupBy(alertIncidents.ruleId)
  return new Map(
    last.map(({ ruleId, at }) => {
      const own = counts.filter((row) => row.ruleId === ruleId)
      const days = Array.from({ length: DAYS }, (_, n) => own.find((row) => row.day === n)?.count ?? 0)
      return [ruleId, { days, lastAt: new Date(at) }]
    }),
  )
}
