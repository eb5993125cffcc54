import { type AlertRule, type AlertState, alertLimits } from '@kinora/contract'
import { and, asc, eq, gte, inArray, sql } from 'drizzle-orm'
import type { Queryable } from '../../../platform/database/database.ts'
import type { Alerts } from '../alerts.ts'
import { isMutedAt } from '../evaluation/mutes.ts'
import { alertIncidents, alertInstances, type RuleRow } from '../tables.ts'
import { publicFields } from './rule-changes.ts'

const DAYS = 7
const DAY_MS = 86_400_000
/** The state of a rule is that of its worst group. */
const worst: readonly AlertState[] = ['firing', 'recovering', 'pending', 'normal']

/** Rules as in responses, with their open alerts and how often they fired. */
export async function viewRules({ db, clock }: Alerts, rows: readonly RuleRow[]): Promise<AlertRule[]> {
  const [first] = rows
  if (first === undefined) return []
  const now = clock.now()
  const { environmentId } = first
  const ids = rows.map(({ id }) => id)
  const states = await loadStates(db, environmentId, ids)
  const fired = await loadFired(db, environmentId, ids, now)
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
      createdAt: row.createdAt.toISOString(),
      changedAt: row.changedAt.toISOString(),
      changedBy: row.changedBy,
    }
  })
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
