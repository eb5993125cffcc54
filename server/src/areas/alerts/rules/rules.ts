import type { AlertRule, alertsCalls, BodyOf, QueryOf } from '@kinora/contract'
import { and, asc, eq, exists, not, type SQL, sql } from 'drizzle-orm'
import type { Caller, Scope } from '../../../platform/auth.ts'
import type { Transaction } from '../../../platform/database/database.ts'
import { fold } from '../../../platform/database/fold.ts'
import { uuidv7 } from '../../../platform/database/ids.ts'
import { matchesPhrase } from '../../../platform/database/like.ts'
import { sortName } from '../../../platform/database/name-order.ts'
import { loadPage } from '../../../platform/database/page.ts'
import { assertBelowLimit } from '../../../platform/database/row-limits.ts'
import { rowOf } from '../../../platform/database/row-of.ts'
import { changesBetween } from '../../../platform/events/audit.ts'
import { problem } from '../../../platform/problem.ts'
import type { Alerts } from '../alerts.ts'
import { assertChannels } from '../channels/channels.ts'
import { isTimezone } from '../evaluation/mutes.ts'
import { endIncidentsOf } from '../history/open-incidents.ts'
import { alertInstances, alertRules, type RuleRow } from '../tables.ts'
import { publicFields, recordRule } from './rule-changes.ts'
import { viewRules } from './rule-views.ts'
import { assertMayWatch } from './watched-metrics.ts'
import { assertObjects } from './watched-objects.ts'

type RuleBody = BodyOf<(typeof alertsCalls)['createAlertRule']>

/** A page of the rules of the environment. */
export async function listRules(
  alerts: Alerts,
  { environmentId }: Scope,
  query: QueryOf<(typeof alertsCalls)['listAlertRules']>,
) {
  const { db } = alerts
  const isOwn = eq(alertRules.environmentId, environmentId)
  const { phrase, state, severity } = query
  const where = and(
    isOwn,
    matchesPhrase(alertRules.searchText, phrase),
    state && inState(db, state),
    severity && eq(alertRules.severity, severity),
  )
  const page = await loadPage(query, {
    select: db
      .select()
      .from(alertRules)
      .where(where)
      .orderBy(asc(sortName(alertRules.name)), asc(alertRules.id)),
    total: db.$count(alertRules, where),
    view: (rows) => viewRules(alerts, rows),
  })
  const rules = await db.$count(alertRules, isOwn)
  const enabled = await db.$count(alertRules, and(isOwn, eq(alertRules.enabled, true)))
  return { ...page, rules, enabled }
}

function inState(db: Alerts['db'], state: 'firing' | 'quiet' | 'off'): SQL | undefined {
  if (state === 'off') return eq(alertRules.enabled, false)
  const open = exists(
    db
      .select({ one: sql`1` })
      .from(alertInstances)
      .where(
        and(
          eq(alertInstances.ruleId, alertRules.id),
          eq(alertInstances.environmentId, alertRules.environmentId),
          sql`${alertInstances.incidentId} IS NOT NULL`,
        ),
      ),
  )
  return and(eq(alertRules.enabled, true), state === 'firing' ? open : not(open))
}

/** @throws problem not-found */
export async function getRule(alerts: Alerts, scope: Scope, id: string): Promise<AlertRule> {
  const [row] = await alerts.db.select().from(alertRules).where(isRule(scope, id))
  return viewRule(alerts, row)
}

/** @throws problem alert-rule-limit, timezone-unknown, not-found for channels and selected objects */
export async function createRule(alerts: Alerts, caller: Caller, given: RuleBody): Promise<AlertRule> {
  const { db, clock, config } = alerts
  const { organizationId, environmentId } = caller.scope
  assertTimezones(given)
  assertMayWatch(alerts, caller.scope, given.metric)
  await assertObjects(alerts, environmentId, given.metric, given.filters.objectIds)
  const at = clock.now()
  const row = await db.transaction(async (tx) => {
    await assertChannels(tx, environmentId, [...given.channelIds, ...given.escalateIds])
    await assertBelowLimit(tx, alertRules, eq(alertRules.organizationId, organizationId), {
      lock: `alert rules ${organizationId}`,
      most: config.ALERT_RULES,
      problem: 'alert-rule-limit',
    })
    const created: RuleRow = {
      ...given,
      id: uuidv7(at.getTime()),
      organizationId,
      environmentId,
      searchText: fold(given.name),
      channelIds: [...new Set(given.channelIds)],
      escalateIds: [...new Set(given.escalateIds)],
      enabled: true,
      version: 1,
      createdAt: at,
      changedAt: at,
      changedBy: caller.actor.name,
    }
    await tx.insert(alertRules).values(created)
    await recordRule(tx, caller, created, 'created', { after: publicFields(created) }, at)
    return created
  })
  return viewRule(alerts, row)
}

/** Replaces a rule. Open alerts end if it watches something else. @throws problem not-found, timezone-unknown */
export async function updateRule(
  alerts: Alerts,
  caller: Caller,
  id: string,
  given: RuleBody,
): Promise<AlertRule> {
  assertTimezones(given)
  return changeRule(alerts, caller, id, async (tx, before, at) => {
    if (watchedText(before) !== watchedText(given)) assertMayWatch(alerts, caller.scope, given.metric)
    await assertChannels(tx, before.environmentId, [...given.channelIds, ...given.escalateIds])
    // Objects that were deleted meanwhile can stay.
    const known = new Set(before.metric === given.metric ? before.filters.objectIds : [])
    const added = given.filters.objectIds.filter((objectId) => !known.has(objectId))
    await assertObjects(alerts, before.environmentId, given.metric, added)
    const isOther = watchedText(before) !== watchedText(given)
    if (isOther) await endIncidentsOf(tx, before, 'rule-changed', at)
    const after: RuleRow = {
      ...before,
      ...given,
      channelIds: [...new Set(given.channelIds)],
      escalateIds: [...new Set(given.escalateIds)],
      searchText: fold(given.name),
      version: before.version + (isOther ? 1 : 0),
    }
    const changes = changesBetween(
      { name: before.name, ...publicFields(before) },
      { name: after.name, ...publicFields(after) },
    )
    if (changes === null) return null
    await recordRule(tx, caller, after, 'updated', changes, at)
    return after
  })
}

/** Enables or disables a rule. Open alerts of a disabled rule end. @throws problem not-found */
export async function switchRule(
  alerts: Alerts,
  caller: Caller,
  id: string,
  enabled: boolean,
): Promise<AlertRule> {
  return changeRule(alerts, caller, id, async (tx, before, at) => {
    if (before.enabled === enabled) return null
    if (!enabled) await endIncidentsOf(tx, before, 'rule-disabled', at)
    const after = { ...before, enabled }
    await recordRule(tx, caller, after, enabled ? 'enabled' : 'disabled', {}, at)
    return after
  })
}

/** @throws problem not-found */
export async function deleteRule({ db, clock }: Alerts, caller: Caller, id: string): Promise<void> {
  await db.transaction(async (tx) => {
    const row = await lockRule(tx, caller.scope, id)
    const at = clock.now()
    await endIncidentsOf(tx, row, 'rule-deleted', at)
    await tx.delete(alertRules).where(rowOf(alertRules, row))
    await recordRule(tx, caller, row, 'deleted', { before: publicFields(row) }, at)
  })
}

/** @param change returns the changed row, or null if nothing changes */
async function changeRule(
  alerts: Alerts,
  caller: Caller,
  id: string,
  change: (tx: Transaction, before: RuleRow, at: Date) => Promise<RuleRow | null>,
): Promise<AlertRule> {
  const { db, clock } = alerts
  const row = await db.transaction(async (tx) => {
    const before = await lockRule(tx, caller.scope, id)
    const at = clock.now()
    const after = await change(tx, before, at)
    if (after === null) return before
    // Evaluators compare this time, so it must differ from the last one.
    const changedAt = new Date(Math.max(at.getTime(), before.changedAt.getTime() + 1))
    const changed = { ...after, changedAt, changedBy: caller.actor.name }
    await tx.update(alertRules).set(changed).where(rowOf(alertRules, before))
    return changed
  })
  return viewRule(alerts, row)
}

async function lockRule(tx: Transaction, scope: Scope, id: string): Promise<RuleRow> {
  const [row] = await tx.select().from(alertRules).where(isRule(scope, id)).for('update')
  if (row === undefined) throw problem('not-found')
  return row
}

function isRule({ environmentId }: Scope, id: string): SQL | undefined {
  return rowOf(alertRules, { id, environmentId })
}

async function viewRule(alerts: Alerts, row: RuleRow | undefined): Promise<AlertRule> {
  const [view] = await viewRules(alerts, row === undefined ? [] : [row])
  if (view === undefined) throw problem('not-found')
  return view
}

/** @throws problem timezone-unknown */
function assertTimezones({ mutes }: RuleBody): void {
  if (!mutes.every(({ timezone }) => isTimezone(timezone))) throw problem('timezone-unknown')
}

/** The fields that decide when a rule fires. */
function watchedText(rule: RuleRow | RuleBody): string {
  const { metric, filters, groupBy, windowS, condition, threshold, recovery, periodS, forS } = rule
  const { objectIds, countries, deviceTypes } = filters
  return JSON.stringify([
    metric,
    objectIds,
    countries,
    deviceTypes,
    groupBy,
    windowS,
    condition,
    threshold,
    recovery,
    periodS,
    forS,
  ])
}
