import type { AlertIncident, AlertIncidentDetail, alertsCalls, QueryOf } from '@kinora/contract'
import { and, asc, desc, eq, inArray, isNotNull, isNull, lt, or, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Caller, Scope } from '../../../platform/auth.ts'
import { addSeconds } from '../../../platform/clock.ts'
import type { Queryable, Transaction } from '../../../platform/database/database.ts'
import { rowOf } from '../../../platform/database/row-of.ts'
import { recordChange } from '../../../platform/events/changes.ts'
import { problem } from '../../../platform/problem.ts'
import type { Alerts } from '../alerts.ts'
import { addChange, incidentChange } from '../history/open-incidents.ts'
import { groupPoints } from '../rules/preview.ts'
import {
  alertChanges,
  alertChannels,
  alertIncidents,
  alertInstances,
  alertMessages,
  alertRules,
  type IncidentRow,
} from '../tables.ts'

/** Entries of a timeline in a response. */
const MAX_CHANGES = 500
/** People can add this many notes to an alert. */
const MAX_NOTES = 200
/** Time before and after an incident that its chart shows. */
const AROUND_S = 900
const LONGEST_CHART_S = 86_400

/** Incidents, newest first; open ones with critical ones first. */
export async function listIncidents(
  { db }: Alerts,
  { environmentId }: Scope,
  { state, ruleId, cursor, pageSize }: QueryOf<(typeof alertsCalls)['listAlertIncidents']>,
): Promise<{ items: AlertIncident[]; nextCursor: string | null; open: number; disabledChannels: number }> {
  const isOwn = eq(alertIncidents.environmentId, environmentId)
  const isOpen = and(isOwn, isNull(alertIncidents.resolvedAt))
  const where = and(
    isOwn,
    state === 'open' ? isOpen : undefined,
    ruleId === undefined ? undefined : eq(alertIncidents.ruleId, ruleId),
    afterCursor(cursor),
  )
  const order =
    state === 'open'
      ? [asc(alertIncidents.severity), desc(alertIncidents.openedAt), desc(alertIncidents.id)]
      : [desc(alertIncidents.openedAt), desc(alertIncidents.id)]
  const rows = await db
    .select()
    .from(alertIncidents)
    .where(where)
    .orderBy(...order)
    .limit(pageSize + 1)
  const last = rows[pageSize - 1]
  const hasMore = rows.length > pageSize && state !== 'open'
  return {
    items: rows.slice(0, pageSize).map(incidentView),
    nextCursor: hasMore && last ? `${last.openedAt.getTime()}.${last.id}` : null,
    open: await db.$count(alertIncidents, isOpen),
    disabledChannels: await db.$count(
      alertChannels,
      and(eq(alertChannels.environmentId, environmentId), isNotNull(alertChannels.disabledAt)),
    ),
  }
}

/** @throws problem request-invalid */
function afterCursor(cursor: string | undefined): SQL | undefined {
  if (cursor === undefined) return undefined
  const [, at, id] = /^(\d{1,15})\.([0-9a-f-]{36})$/.exec(cursor) ?? []
  if (at === undefined || id === undefined)
    throw problem('request-invalid', { errors: [{ path: 'query.cursor', message: 'Not a cursor' }] })
  const openedAt = new Date(Number(at))
  return or(
    lt(alertIncidents.openedAt, openedAt),
    and(eq(alertIncidents.openedAt, openedAt), sql`${alertIncidents.id} < ${id}::uuid`),
  )
}

/** @throws problem not-found */
export async function getIncident(alerts: Alerts, scope: Scope, id: string): Promise<AlertIncidentDetail> {
  const [row] = await alerts.db.select().from(alertIncidents).where(isIncident(scope, id))
  if (row === undefined) throw problem('not-found')
  return {
    ...incidentView(row),
    changes: await loadTimeline(alerts.db, row),
    points: await loadPoints(alerts, row),
  }
}

/** @throws problem not-found, alert-ended */
export async function acknowledge(alerts: Alerts, caller: Caller, id: string): Promise<AlertIncidentDetail> {
  const { db, clock } = alerts
  await db.transaction(async (tx) => {
    const row = await lockIncident(tx, caller.scope, id)
    if (row.resolvedAt !== null) throw problem('alert-ended')
    if (row.acknowledgedAt !== null) return
    const at = clock.now()
    const by = caller.actor.name
    await tx
      .update(alertIncidents)
      .set({ acknowledgedAt: at, acknowledgedBy: by })
      .where(rowOf(alertIncidents, row))
    await tx
      .update(alertInstances)
      .set({ isAcknowledged: true })
      .where(and(eq(alertInstances.environmentId, row.environmentId), eq(alertInstances.incidentId, id)))
    await addChange(tx, row, { kind: 'acknowledged', at, by })
    const audit = { action: 'alert.acknowledged' as const }
    await recordChange(tx, caller, { ...incidentChange(row, 'acknowledged'), audit }, at)
  })
  return getIncident(alerts, caller.scope, id)
}

/** @throws problem not-found, alert-note-limit */
export async function addNote(
  alerts: Alerts,
  caller: Caller,
  id: string,
  note: string,
): Promise<AlertIncidentDetail> {
  const { db, clock } = alerts
  await db.transaction(async (tx) => {
    const row = await lockIncident(tx, caller.scope, id)
    const isNote = and(
      eq(alertChanges.environmentId, row.environmentId),
      eq(alertChanges.incidentId, id),
      eq(alertChanges.kind, 'noted'),
    )
    if ((await tx.$count(alertChanges, isNote)) >= MAX_NOTES) throw problem('alert-note-limit')
    const at = clock.now()
    await addChange(tx, row, { kind: 'noted', at, by: caller.actor.name, note })
    const { object, environmentId } = incidentChange(row, 'acknowledged')
    const audit = { action: 'alert.noted' as const, after: { note } }
    await recordChange(tx, caller, { environmentId, object, audit }, at)
  })
  return getIncident(alerts, caller.scope, id)
}

/** Deletes incidents that ended long ago, with their timelines. */
export async function pruneIncidents({ db, clock, config }: Alerts): Promise<void> {
  const before = addSeconds(clock.now(), -config.ALERT_DAYS * 86_400)
  await db.delete(alertIncidents).where(lt(alertIncidents.resolvedAt, before))
}

async function lockIncident(tx: Transaction, scope: Scope, id: string): Promise<IncidentRow> {
  const [row] = await tx.select().from(alertIncidents).where(isIncident(scope, id)).for('update')
  if (row === undefined) throw problem('not-found')
  return row
}

function isIncident({ environmentId }: Scope, id: string): SQL | undefined {
  return rowOf(alertIncidents, { id, environmentId })
}

async function loadTimeline(
  db: Queryable,
  { id, environmentId }: IncidentRow,
): Promise<AlertIncidentDetail['changes']> {
  const changes = await db
    .select()
    .from(alertChanges)
    .where(and(eq(alertChanges.environmentId, environmentId), eq(alertChanges.incidentId, id)))
    .orderBy(asc(alertChanges.at), asc(alertChanges.id))
    .limit(MAX_CHANGES)
  const ids = changes.map((change) => change.id)
  const heads = alias(alertMessages, 'heads')
  const sent = await db
    .select()
    .from(alertMessages)
    .leftJoin(
      heads,
      and(eq(heads.id, alertMessages.mergedInto), eq(heads.environmentId, alertMessages.environmentId)),
    )
    .where(and(eq(alertMessages.environmentId, environmentId), inArray(alertMessages.changeId, ids)))
    .orderBy(asc(alertMessages.id))
  // A part of another message has its state.
  const messages = sent.map(({ alert_messages: own, heads: head }) => ({
    ...(head ?? own),
    changeId: own.changeId,
  }))
  const byChange = Map.groupBy(messages, ({ changeId }) => changeId)
  return changes.map(({ id: changeId, kind, at, value, by, note }) => ({
    id: changeId,
    kind,
    at: at.toISOString(),
    value,
    by,
    note,
    messages: (byChange.get(changeId) ?? []).map((message) => ({
      id: message.id,
      channelName: message.channelName,
      channelKind: message.channelKind,
      state: message.state === 'merged' ? ('due' as const) : message.state,
      attempts: message.attempts,
      sentAt: message.sentAt?.toISOString() ?? null,
      fault: message.fault,
      answer: message.answer,
    })),
  }))
}

/** Values around the incident, while its rule still watches the same. */
async function loadPoints(alerts: Alerts, row: IncidentRow): Promise<AlertIncidentDetail['points']> {
  const { environmentId, ruleId, key, openedAt, resolvedAt } = row
  const [rule] = await alerts.db
    .select()
    .from(alertRules)
    .where(rowOf(alertRules, { id: ruleId, environmentId }))
  if (rule === undefined || rule.metric !== row.metric) return []
  const from = addSeconds(openedAt, -AROUND_S - rule.forS)
  const end = resolvedAt === null ? alerts.clock.now() : addSeconds(resolvedAt, AROUND_S)
  const to = new Date(Math.min(end.getTime(), from.getTime() + LONGEST_CHART_S * 1000))
  try {
    const { objectIds, countries, deviceTypes } = rule.filters
    const filters = {
      objectIds: rule.groupBy === 'object' ? [key] : [...objectIds],
      countries: [...countries],
      deviceTypes: [...deviceTypes],
    }
    return await groupPoints(alerts, environmentId, { ...rule, filters, key }, { from, to })
  } catch (err) {
    // The page is of use without its chart.
    alerts.log.warn({ err, incidentId: row.id }, 'the chart of an alert is not available')
    return []
  }
}

function incidentView(row: IncidentRow): AlertIncident {
  return {
    ...row,
    openedAt: row.openedAt.toISOString(),
    resolvedAt: row.resolvedAt?.toISOString() ?? null,
    acknowledgedAt: row.acknowledgedAt?.toISOString() ?? null,
  }
}
