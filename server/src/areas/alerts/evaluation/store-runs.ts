import { sql } from 'drizzle-orm'
import type { AlertSource } from '../../../platform/alerts/alert-sources.ts'
import { addSeconds } from '../../../platform/clock.ts'
import type { Transaction } from '../../../platform/database/database.ts'
import { uuidv7 } from '../../../platform/database/ids.ts'
import type { Evaluation } from '../alerts.ts'
import { addChange, closeIncident, openIncident, queueMessages } from '../history/open-incidents.ts'
import {
  alertIncidents,
  alertInstances,
  type IncidentRow,
  type InstanceRow,
  type RuleRow,
} from '../tables.ts'
import { isMutedAt } from './mutes.ts'
import type { GroupRun, Transition } from './run-rule.ts'

/** Incidents of steps that are older were found late. */
const LATE_S = 60
/** Instances in a statement. */
const ROWS_AT_ONCE = 500

interface Runs {
  readonly rule: RuleRow
  readonly source: AlertSource
  readonly runs: readonly GroupRun[]
  /** Open incidents by ID. */
  readonly incidents: ReadonlyMap<string, IncidentRow>
  readonly now: Date
  readonly hasGap: boolean
}

/** Stores the states of a rule's groups, and opens, ends and reminds of incidents. */
export async function storeRuns(alerts: Evaluation, tx: Transaction, given: Runs): Promise<void> {
  const { rule, source, runs, now } = given
  const changed = runs.filter((run) => needsStoring(run, given))
  if (changed.length === 0) return
  const isMuted = isMutedAt(rule.mutes, now)
  const opened = changed.filter(({ transitions }) => transitions.some(({ change }) => change === 'opened'))
  const names = await namesOf(alerts, rule, source, opened)
  const rows: InstanceRow[] = []
  for (const run of changed)
    rows.push(await storeGroup(tx, run, { ...given, isMuted, label: names.get(run.key) ?? run.key }))
  for (let at = 0; at < rows.length; at += ROWS_AT_ONCE)
    await tx
      .insert(alertInstances)
      .values(rows.slice(at, at + ROWS_AT_ONCE))
      .onConflictDoUpdate({
        target: [alertInstances.ruleId, alertInstances.key],
        set: {
          phase: sql`excluded.phase`,
          since: sql`excluded.since`,
          number: sql`excluded.number`,
          endedAt: sql`excluded.ended_at`,
          value: sql`excluded.value`,
          incidentId: sql`excluded.incident_id`,
          isNotified: sql`excluded.is_notified`,
          notifiedAt: sql`excluded.notified_at`,
          announcedAt: sql`excluded.announced_at`,
          isEscalated: sql`excluded.is_escalated`,
          isAcknowledged: sql`excluded.is_acknowledged`,
        },
      })
}

/** Most groups are well and stay so. */
function needsStoring({ before, after }: GroupRun, { rule, hasGap }: Runs): boolean {
  if (before === null) return after.phase !== 'normal' || after.number > 0
  const isSame = before.phase === after.phase && before.since.getTime() === after.sinceMs
  if (before.incidentId === null) return !isSame
  const isWaiting = rule.remindS !== null || (rule.escalateS !== null && !before.isEscalated)
  return !isSame || !before.isNotified || isWaiting || hasGap
}

async function namesOf(
  { log }: Evaluation,
  { environmentId }: RuleRow,
  source: AlertSource,
  runs: readonly GroupRun[],
): Promise<ReadonlyMap<string, string>> {
  if (runs.length === 0 || source.names === undefined) return new Map()
  try {
    return await source.names(
      environmentId,
      runs.map(({ key }) => key),
    )
  } catch (err) {
    // An alert without a name is better than none.
    log.warn({ err, source: source.name }, 'the names of alerts are not known')
    return new Map()
  }
}

interface Group extends Runs {
  readonly isMuted: boolean
  readonly label: string
}

/** @returns the new state of the instance */
async function storeGroup(tx: Transaction, run: GroupRun, given: Group): Promise<InstanceRow> {
  const { rule, now, hasGap } = given
  const { environmentId, id: ruleId } = rule
  const { before, after, key, value } = run
  const open: OpenState = {
    incident: (before?.incidentId && given.incidents.get(before.incidentId)) || null,
    isNotified: before?.isNotified ?? false,
    notifiedAt: before?.notifiedAt ?? null,
    announcedAt: before?.announcedAt ?? null,
    isEscalated: before?.isEscalated ?? false,
    isAcknowledged: before?.isAcknowledged ?? false,
  }
  let state = open
  if (hasGap && state.incident !== null) await addChange(tx, state.incident, { kind: 'gap', at: now })
  let number = before?.number ?? 0
  for (const transition of run.transitions) {
    if (transition.change === 'opened') number += 1
    state =
      transition.change === 'opened'
        ? await startIncident(tx, { ...given, key, number }, transition)
        : await endIncident(tx, given, state, transition)
  }
  if (state.incident !== null) state = await notifyLater(tx, given, state, value)
  if (state.incident !== null) state = await escalate(tx, given, state, value)
  return {
    environmentId,
    ruleId,
    key,
    phase: after.phase,
    since: new Date(after.sinceMs),
    number: after.number,
    endedAt: after.endedMs === null ? null : new Date(after.endedMs),
    value,
    incidentId: state.incident?.id ?? null,
    isNotified: state.isNotified,
    notifiedAt: state.notifiedAt,
    announcedAt: state.announcedAt,
    isEscalated: state.isEscalated,
    isAcknowledged: state.isAcknowledged,
  }
}

interface OpenState {
  readonly incident: IncidentRow | null
  readonly isNotified: boolean
  readonly notifiedAt: Date | null
  readonly announcedAt: Date | null
  readonly isEscalated: boolean
  readonly isAcknowledged: boolean
}

const closed: OpenState = {
  incident: null,
  isNotified: false,
  notifiedAt: null,
  announcedAt: null,
  isEscalated: false,
  isAcknowledged: false,
}

async function startIncident(
  tx: Transaction,
  { rule, key, label, number, now, isMuted }: Group & { readonly key: string; readonly number: number },
  { atMs, value }: Transition,
): Promise<OpenState> {
  const openedAt = new Date(atMs)
  const incident: IncidentRow = {
    id: uuidv7(now.getTime()),
    environmentId: rule.environmentId,
    ruleId: rule.id,
    ruleName: rule.name,
    metric: rule.metric,
    condition: rule.condition,
    threshold: rule.threshold,
    severity: rule.severity,
    key,
    label,
    number,
    value,
    openedAt,
    isLate: openedAt < addSeconds(now, -LATE_S),
    resolvedAt: null,
    endReason: null,
    acknowledgedAt: null,
    acknowledgedBy: null,
    isMuted,
  }
  const { changeId } = await openIncident(tx, incident)
  if (isMuted) return { ...closed, incident }
  await queueMessages(tx, rule, { changeId, kind: 'opened', isEscalated: false }, now)
  return { ...closed, incident, isNotified: true, notifiedAt: openedAt, announcedAt: openedAt }
}

async function endIncident(
  tx: Transaction,
  { rule, now }: Group,
  { incident, isNotified, isEscalated }: OpenState,
  { atMs, value, isGone }: Transition,
): Promise<OpenState> {
  if (incident === null) return closed
  const endReason = isGone ? 'gone' : 'recovered'
  const { changeId } = await closeIncident(tx, incident, { at: new Date(atMs), value, endReason })
  // Nobody wants to hear of the end of an incident that was never announced.
  if (isNotified) await queueMessages(tx, rule, { changeId, kind: 'resolved', isEscalated }, now)
  return closed
}

/** Notifies of an incident whose mute has ended, or reminds of it. */
async function notifyLater(
  tx: Transaction,
  { rule, now, isMuted }: Group,
  state: OpenState,
  value: number | null,
): Promise<OpenState> {
  const { incident, isNotified, notifiedAt, announcedAt, isEscalated, isAcknowledged } = state
  if (incident === null || isMuted) return state
  const isDue =
    rule.remindS !== null &&
    notifiedAt !== null &&
    !isAcknowledged &&
    now >= addSeconds(notifiedAt, rule.remindS)
  if (isNotified && !isDue) return state
  const changeId = await addChange(tx, incident, { kind: 'reminded', at: now, value })
  await queueMessages(tx, rule, { changeId, kind: 'reminded', isEscalated }, now)
  if (incident.isMuted)
    await tx
      .update(alertIncidents)
      .set({ isMuted: false })
      .where(
        sql`${alertIncidents.id} = ${incident.id} AND ${alertIncidents.environmentId} = ${incident.environmentId}`,
      )
  return { ...state, isNotified: true, notifiedAt: now, announcedAt: announcedAt ?? now }
}

/** Notifies further channels of an incident that nobody has acknowledged. */
async function escalate(
  tx: Transaction,
  { rule, now, isMuted }: Group,
  state: OpenState,
  value: number | null,
): Promise<OpenState> {
  const { incident, announcedAt, isEscalated, isAcknowledged } = state
  if (incident === null || isMuted || isEscalated || isAcknowledged) return state
  if (rule.escalateS === null || announcedAt === null || now < addSeconds(announcedAt, rule.escalateS))
    return state
  const changeId = await addChange(tx, incident, { kind: 'escalated', at: now, value })
  await queueMessages(tx, rule, { changeId, kind: 'escalated', isEscalated: true }, now)
  return { ...state, isEscalated: true }
}
