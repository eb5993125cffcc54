import type { AlertChangeKind, AlertEndReason } from '@kinora/contract'
import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Transaction } from '../../../platform/database/database.ts'
import { uuidv7 } from '../../../platform/database/ids.ts'
import { rowOf } from '../../../platform/database/row-of.ts'
import type { Channel } from '../../../platform/events/bus.ts'
import { recordChange } from '../../../platform/events/changes.ts'
import {
  alertChanges,
  alertChannels,
  alertIncidents,
  alertInstances,
  alertMessages,
  type IncidentRow,
  type InstanceRow,
  type RuleRow,
} from '../tables.ts'

/** New messages wait for a sender. */
export const alertMessageChannel: Channel = 'kinora_alert_messages'

/** Opens an incident and records its event. Messages follow with `queueMessages`. */
export async function openIncident(
  tx: Transaction,
  row: IncidentRow,
): Promise<{ readonly changeId: string }> {
  await tx.insert(alertIncidents).values(row)
  const changeId = await addChange(tx, row, { kind: 'opened', at: row.openedAt, value: row.value })
  await recordIncident(tx, row, 'opened', row.openedAt)
  return { changeId }
}

/** Ends an open incident and records its event. */
export async function closeIncident(
  tx: Transaction,
  open: IncidentRow,
  end: { readonly at: Date; readonly value: number | null; readonly endReason: AlertEndReason },
): Promise<{ readonly changeId: string }> {
  const { at, value, endReason } = end
  await tx
    .update(alertIncidents)
    .set({ resolvedAt: at, endReason, isMuted: false })
    .where(rowOf(alertIncidents, open))
  const changeId = await addChange(tx, open, { kind: 'resolved', at, value })
  await recordIncident(tx, { ...open, resolvedAt: at, endReason }, 'resolved', at)
  return { changeId }
}

interface NewChange {
  readonly kind: AlertChangeKind
  readonly at: Date
  readonly value?: number | null
  readonly by?: string
  readonly note?: string
}

/** Adds an entry to the timeline of an incident. */
export async function addChange(
  tx: Transaction,
  { id: incidentId, environmentId }: Pick<IncidentRow, 'id' | 'environmentId'>,
  change: NewChange,
): Promise<string> {
  const id = uuidv7(change.at.getTime())
  await tx.insert(alertChanges).values({ id, environmentId, incidentId, ...change })
  return id
}

/** A change with a message. */
export interface Announced {
  readonly changeId: string
  readonly kind: AlertChangeKind
  /** Channels of the escalation are notified too. */
  readonly isEscalated: boolean
}

type Notifying = Pick<RuleRow, 'id' | 'environmentId' | 'channelIds' | 'escalateIds' | 'severity'>

/** Queues a message about a change for each channel of a rule. Each channel gets it once. */
export async function queueMessages(
  tx: Transaction,
  rule: Notifying,
  { changeId, kind, isEscalated }: Announced,
  now: Date,
): Promise<void> {
  const { id: ruleId, environmentId, severity } = rule
  // An escalation is news only for those who were not notified before.
  const channelIds = [
    ...(kind === 'escalated' ? [] : rule.channelIds),
    ...(isEscalated ? rule.escalateIds : []),
  ]
  if (channelIds.length === 0) return
  const channels = await tx
    .select({
      id: alertChannels.id,
      name: alertChannels.name,
      kind: alertChannels.kind,
      disabledAt: alertChannels.disabledAt,
    })
    .from(alertChannels)
    .where(and(eq(alertChannels.environmentId, environmentId), inArray(alertChannels.id, channelIds)))
  if (channels.length === 0) return
  await tx
    .insert(alertMessages)
    .values(
      channels.map(({ id, name, kind: channelKind, disabledAt }) => ({
        id: uuidv7(now.getTime()),
        environmentId,
        changeId,
        channelId: id,
        channelName: name,
        channelKind,
        ruleId,
        changeKind: kind,
        isCritical: severity === 'critical',
        ...(disabledAt === null
          ? { state: 'due' as const }
          : { state: 'failed' as const, fault: 'the channel is disabled' }),
        nextAttemptAt: now,
      })),
    )
    .onConflictDoNothing()
  await tx.execute(sql`SELECT pg_notify(${alertMessageChannel}, '')`)
}

/** Ends the open incidents of a rule that changes, and starts its groups from the beginning. Channels that were notified
 * of an incident are notified of its end. */
export async function endIncidentsOf(
  tx: Transaction,
  rule: RuleRow,
  endReason: AlertEndReason,
  at: Date,
): Promise<void> {
  const isOwn = and(eq(alertInstances.environmentId, rule.environmentId), eq(alertInstances.ruleId, rule.id))
  const open = await tx
    .select({ instance: alertInstances, incident: alertIncidents })
    .from(alertInstances)
    .innerJoin(alertIncidents, eq(alertIncidents.id, alertInstances.incidentId))
    .where(isOwn)
  for (const { instance, incident } of open) {
    const { changeId } = await closeIncident(tx, incident, { at, value: instance.value, endReason })
    const { isNotified, isEscalated } = instance
    if (isNotified) await queueMessages(tx, rule, { changeId, kind: 'resolved', isEscalated }, at)
  }
  await tx
    .update(alertInstances)
    .set({
      phase: 'normal',
      since: at,
      endedAt: null,
      incidentId: null,
      isNotified: false,
      announcedAt: null,
      isEscalated: false,
      isAcknowledged: false,
    })
    .where(isOwn)
}

/** The open incidents of instances, by ID. */
export async function loadOpenIncidents(
  tx: Transaction,
  instances: readonly InstanceRow[],
): Promise<Map<string, IncidentRow>> {
  const ids = instances.flatMap(({ incidentId }) => (incidentId === null ? [] : [incidentId]))
  if (ids.length === 0) return new Map()
  const environmentIds = [...new Set(instances.map(({ environmentId }) => environmentId))]
  const isOpen = and(inArray(alertIncidents.environmentId, environmentIds), inArray(alertIncidents.id, ids))
  const rows = await tx.select().from(alertIncidents).where(isOpen)
  return new Map(rows.map((row) => [row.id, row]))
}

type Verb = 'opened' | 'resolved' | 'acknowledged'

/** The event of a change of an incident. */
export function incidentChange(row: IncidentRow, verb: Verb) {
  const { id, environmentId, ruleId, ruleName, metric, condition, threshold, severity, label, number } = row
  const data = {
    incidentId: id,
    alertId: ruleId,
    alertName: ruleName,
    metric,
    condition,
    threshold,
    severity,
    group: label,
    number,
    value: row.value,
    openedAt: row.openedAt.toISOString(),
    resolvedAt: row.resolvedAt?.toISOString() ?? null,
    endReason: row.endReason,
  }
  const name = label === '' ? ruleName : `${ruleName}: ${label}`
  return {
    environmentId,
    object: { type: 'alert_incident', id, name },
    event: { type: `alert.${verb}`, data },
  } as const
}

async function recordIncident(tx: Transaction, row: IncidentRow, verb: Verb, at: Date): Promise<void> {
  await recordChange(tx, null, incidentChange(row, verb), at)
}
