import { type AlertChannel, alertLimits, type alertsCalls, type BodyOf } from '@kinora/contract'
import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import type { Caller, Scope } from '../../../platform/auth.ts'
import type { Queryable, Transaction } from '../../../platform/database/database.ts'
import { uuidv7 } from '../../../platform/database/ids.ts'
import { sortName } from '../../../platform/database/name-order.ts'
import { assertBelowLimit } from '../../../platform/database/row-limits.ts'
import { rowOf } from '../../../platform/database/row-of.ts'
import { recordChange } from '../../../platform/events/changes.ts'
import { assertFetchable } from '../../../platform/net/fetchable.ts'
import { problem } from '../../../platform/problem.ts'
import { newSigningSecret } from '../../activity/index.ts'
import type { Alerts } from '../alerts.ts'
import { alertChannels, alertRules, type ChannelRow } from '../tables.ts'
import { testMessage } from './compose.ts'
import { dropMessages } from './disabled.ts'
import { sendMessage } from './send.ts'
import { type ChannelTarget, newTarget, openTarget, shownTarget } from './targets.ts'

/** The channels of the environment by name. */
export async function listChannels({ db }: Alerts, { environmentId }: Scope): Promise<AlertChannel[]> {
  const rows = await db
    .select()
    .from(alertChannels)
    .where(eq(alertChannels.environmentId, environmentId))
    .orderBy(asc(sortName(alertChannels.name)), asc(alertChannels.id))
    .limit(alertLimits.channelsPerEnvironment)
  const used = await countRules(db, environmentId)
  return rows.map((row) => channelView(row, used.get(row.id) ?? 0))
}

/** @throws problem url-not-allowed, alert-channel-limit */
export async function createChannel(
  alerts: Alerts,
  caller: Caller,
  given: BodyOf<(typeof alertsCalls)['createAlertChannel']>,
): Promise<AlertChannel & { secret: string | null }> {
  const { db, clock, secrets } = alerts
  const { environmentId } = caller.scope
  const { name, kind, language } = given
  const target = newTarget(given)
  await assertReachable(alerts, target)
  const secret = kind === 'webhook' ? newSigningSecret() : null
  const at = clock.now()
  const row: ChannelRow = {
    id: uuidv7(at.getTime()),
    environmentId,
    name,
    kind,
    language,
    ...storedTarget(alerts, target),
    secretEncrypted: secret === null ? null : secrets.encrypt(secret),
    failingSince: null,
    fault: null,
    disabledAt: null,
    pausedUntil: null,
    createdBy: caller.actor.name,
    createdById: caller.actor.userId,
    createdAt: at,
  }
  await db.transaction(async (tx) => {
    await assertBelowLimit(tx, alertChannels, eq(alertChannels.environmentId, environmentId), {
      lock: `alert channels ${environmentId}`,
      most: alertLimits.channelsPerEnvironment,
      problem: 'alert-channel-limit',
    })
    await tx.insert(alertChannels).values(row)
    await recordChannel(tx, caller, row, 'created', at)
  })
  return { ...channelView(row, 0), secret }
}

/** @throws problem not-found, url-not-allowed, request-invalid for the target of another kind */
export async function updateChannel(
  alerts: Alerts,
  caller: Caller,
  id: string,
  { name, language, ...changed }: BodyOf<(typeof alertsCalls)['updateAlertChannel']>,
): Promise<AlertChannel> {
  const { db, clock } = alerts
  if (changed.url !== undefined) await assertFetchable(alerts, changed.url)
  return db.transaction(async (tx) => {
    const before = await lockChannel(tx, caller.scope, id)
    const old = openTarget(alerts.secrets, before)
    const target = Object.values(changed).some((value) => value !== undefined)
      ? newTarget({ kind: before.kind, ...old, ...changed })
      : null
    const change = {
      name: name ?? before.name,
      language: language ?? before.language,
      ...(target && { ...storedTarget(alerts, target), ...working }),
    }
    await tx.update(alertChannels).set(change).where(rowOf(alertChannels, before))
    const after = { ...before, ...change }
    await recordChannel(tx, caller, after, 'updated', clock.now())
    const used = await countRules(tx, before.environmentId)
    return channelView(after, used.get(id) ?? 0)
  })
}

/** @throws problem not-found */
export async function deleteChannel({ db, clock }: Alerts, caller: Caller, id: string): Promise<void> {
  await db.transaction(async (tx) => {
    const row = await lockChannel(tx, caller.scope, id)
    await tx
      .update(alertRules)
      .set({
        channelIds: sql`array_remove(${alertRules.channelIds}, ${id}::uuid)`,
        escalateIds: sql`array_remove(${alertRules.escalateIds}, ${id}::uuid)`,
      })
      .where(and(eq(alertRules.environmentId, row.environmentId), usesChannel(id)))
    await dropMessages(tx, row, 'the channel was deleted')
    await tx.delete(alertChannels).where(rowOf(alertChannels, row))
    await recordChannel(tx, caller, row, 'deleted', clock.now())
  })
}

/** Enables a channel that Kinora has disabled. @throws problem not-found */
export async function enableChannel(
  { db, clock }: Alerts,
  caller: Caller,
  id: string,
): Promise<AlertChannel> {
  return db.transaction(async (tx) => {
    const before = await lockChannel(tx, caller.scope, id)
    const after = { ...before, ...working }
    if (before.disabledAt !== null) {
      await tx.update(alertChannels).set(working).where(rowOf(alertChannels, before))
      await recordChannel(tx, caller, after, 'enabled', clock.now())
    }
    const used = await countRules(tx, before.environmentId)
    return channelView(after, used.get(id) ?? 0)
  })
}

/** Sends a test message. @throws problem not-found */
export async function testChannel(
  alerts: Alerts,
  { environmentId, environmentName }: Scope,
  id: string,
): Promise<{ sent: boolean; fault: string | null }> {
  const [row] = await alerts.db
    .select()
    .from(alertChannels)
    .where(rowOf(alertChannels, { id, environmentId }))
  if (row === undefined) throw problem('not-found')
  const at = alerts.clock.now()
  const message = testMessage(row.language, row.name, environmentName)
  const messageId = uuidv7(at.getTime())
  const environment = { id: environmentId, name: environmentName }
  const webhook = {
    id: messageId,
    type: 'alert.test',
    createdAt: at.toISOString(),
    environment,
    object: { type: 'alert_channel', id },
    data: {},
  }
  const attempt = await sendMessage(alerts, row, { id: messageId, message, webhook, accepted: [] })
  return attempt.kind === 'sent' ? { sent: true, fault: null } : { sent: false, fault: attempt.fault }
}

/** Checks that channels belong to the environment. @throws problem not-found */
export async function assertChannels(
  db: Queryable,
  environmentId: string,
  ids: readonly string[],
): Promise<void> {
  const unique = [...new Set(ids)]
  if (unique.length === 0) return
  const isOwn = and(eq(alertChannels.environmentId, environmentId), inArray(alertChannels.id, unique))
  if ((await db.$count(alertChannels, isOwn)) < unique.length) throw problem('not-found')
}

/** The state of a channel that has not failed. */
const working = { failingSince: null, fault: null, pausedUntil: null, disabledAt: null } as const

async function assertReachable(alerts: Alerts, target: ChannelTarget): Promise<void> {
  if ('url' in target) await assertFetchable(alerts, target.url)
}

function storedTarget(
  { secrets }: Alerts,
  target: ChannelTarget,
): Pick<ChannelRow, 'target' | 'targetEncrypted'> {
  return {
    targetEncrypted: secrets.encrypt(JSON.stringify(target)),
    target: shownTarget(target),
  }
}

async function lockChannel(tx: Transaction, { environmentId }: Scope, id: string): Promise<ChannelRow> {
  const [row] = await tx
    .select()
    .from(alertChannels)
    .where(rowOf(alertChannels, { id, environmentId }))
    .for('update')
  if (row === undefined) throw problem('not-found')
  return row
}

function usesChannel(id: string) {
  return sql`(${id}::uuid = ANY (${alertRules.channelIds}) OR ${id}::uuid = ANY (${alertRules.escalateIds}))`
}

/** Numbers of rules by channel. */
async function countRules(db: Queryable, environmentId: string): Promise<Map<string, number>> {
  const { rows } = await db.execute<{ id: string; rules: number }>(sql`
    SELECT channel AS id, count(DISTINCT rule.id)::int AS rules
    FROM ${alertRules} AS rule CROSS JOIN LATERAL unnest(channel_ids || escalate_ids) AS channel
    WHERE environment_id = ${environmentId}::uuid GROUP BY 1`)
  return new Map(rows.map(({ id, rules }) => [id, rules]))
}

async function recordChannel(
  tx: Transaction,
  caller: Caller,
  { id, name, environmentId, kind, target, language }: ChannelRow,
  verb: 'created' | 'updated' | 'enabled' | 'deleted',
  at: Date,
): Promise<void> {
  const object = { type: 'alert_channel', id, name } as const
  const fields = { name, kind, target, language }
  const values = verb === 'deleted' ? { before: fields } : { after: fields }
  const audit = { action: `alert_channel.${verb}` as const, ...values }
  await recordChange(tx, caller, { environmentId, object, audit }, at)
}

function channelView(row: ChannelRow, rules: number): AlertChannel {
  const { id, environmentId, name, kind, target, language, failingSince, fault } = row
  const { disabledAt, createdBy, createdAt } = row
  return {
    id,
    environmentId,
    name,
    kind,
    target,
    language,
    failingSince: failingSince?.toISOString() ?? null,
    fault,
    disabledAt: disabledAt?.toISOString() ?? null,
    createdBy,
    rules,
    createdAt: createdAt.toISOString(),
  }
}
