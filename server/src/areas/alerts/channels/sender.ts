import { setTimeout as pause } from 'node:timers/promises'
import { and, asc, eq, or, sql } from 'drizzle-orm'
import type { Stop } from '../../../platform/area.ts'
import { addSeconds } from '../../../platform/clock.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import { repeat } from '../../../platform/jobs/repeat.ts'
import type { Alerts } from '../alerts.ts'
import { alertMessageChannel } from '../history/open-incidents.ts'
import {
  alertChanges,
  alertChannels,
  alertIncidents,
  alertMessages,
  type ChangeRow,
  type ChannelRow,
  type IncidentRow,
  type MessageRow,
} from '../tables.ts'
import { composeMessage } from './compose.ts'
import { disableChannel, hasFailedTooLong } from './disabled.ts'
import { webhookBody } from './formats.ts'
import { type Attempt, sendMessage } from './send.ts'

/** Senders are woken by new messages. This is for a notification that was lost. */
const FALLBACK_MS = 15_000
/** The shortest rest, so that messages which another process is claiming cause no busy loop. */
const SHORTEST_REST_MS = 50
/** Longer than an attempt and the write of its result. */
const CLAIM_S = 60
/** Messages that a process sends at once, each to another channel. */
const AT_ONCE = 20
/** Seconds between the messages of a channel: Slack accepts one in a second. */
const SPACING_S = 1
/** Seconds before each further attempt. */
const RETRY_S = [2, 10, 60, 300, 900, 1800, 3600]
const STOP_WITHIN_MS = 5000

/** Sends queued messages: of each channel one at a time, critical ones first. Several processes can do so. */
export function startSending(alerts: Alerts): Stop {
  const running = new Set<Promise<void>>()
  const claiming = repeat(
    async () => {
      const claimed = running.size < AT_ONCE ? await claimDue(alerts, AT_ONCE - running.size) : []
      for (const each of claimed) {
        const work = sendClaimed(alerts, each)
          .catch((err: unknown) => alerts.log.warn({ err, messageId: each.id }, 'a message was not recorded'))
          .finally(() => {
            running.delete(work)
            claiming.wake()
          })
        running.add(work)
      }
      return restMs(alerts)
    },
    'sending the messages of alerts',
    alerts.log,
  )
  const unsubscribe = alerts.bus.subscribe(alertMessageChannel, claiming.wake)
  return async () => {
    unsubscribe()
    await claiming.stop()
    // Another process sends unfinished messages when their claim expires.
    await Promise.race([Promise.all(running), pause(STOP_WITHIN_MS, undefined, { ref: false })])
  }
}

type Claimed = Pick<MessageRow, 'id' | 'environmentId' | 'changeId' | 'channelId' | 'attempts'> & {
  readonly claimedUntil: Date
}

/** Milliseconds until a waiting message is due. */
async function restMs({ db, clock }: Alerts): Promise<number> {
  const { rows } = await db.execute<{ next: string | null }>(sql`
    SELECT min(greatest(message.next_attempt_at, message.claimed_until, channel.paused_until)) AS next
    FROM ${alertMessages} AS message JOIN ${alertChannels} AS channel ON channel.id = message.channel_id
    WHERE message.state = 'due'`)
  const next = rows[0]?.next ?? null
  if (next === null) return FALLBACK_MS
  const untilMs = new Date(next).getTime() - clock.now().getTime()
  return Math.min(Math.max(untilMs, SHORTEST_REST_MS), FALLBACK_MS)
}

/** Claims the first due message of each channel that is not paused. */
export async function claimDue({ db, clock }: Alerts, most: number): Promise<Claimed[]> {
  const now = clock.now()
  const at = sql`${now.toISOString()}::timestamptz`
  const claimedUntil = addSeconds(now, CLAIM_S)
  const { rows } = await db.execute<{
    id: string
    environment_id: string
    change_id: string
    channel_id: string
    attempts: number
  }>(sql`
    UPDATE ${alertMessages} AS message
    SET claimed_until = ${claimedUntil.toISOString()}::timestamptz, attempts = attempts + 1
    WHERE id IN (
        SELECT head.id FROM ${alertChannels} AS channel CROSS JOIN LATERAL (
          SELECT id, next_attempt_at, claimed_until FROM ${alertMessages} AS waiting
          WHERE waiting.channel_id = channel.id AND waiting.state = 'due'
          ORDER BY waiting.claimed_until > ${at} DESC NULLS LAST, is_critical DESC, id LIMIT 1
        ) AS head
        WHERE channel.disabled_at IS NULL AND (channel.paused_until IS NULL OR channel.paused_until <= ${at})
          AND head.next_attempt_at <= ${at} AND (head.claimed_until IS NULL OR head.claimed_until <= ${at})
        LIMIT ${most})
      AND state = 'due' AND next_attempt_at <= ${at} AND (claimed_until IS NULL OR claimed_until <= ${at})
    RETURNING id, environment_id, change_id, channel_id, attempts`)
  const first = rows.filter(({ attempts }) => attempts === 1)
  if (first.length > 0) await mergeMessages(db, first)
  return rows.map((row) => ({
    id: row.id,
    environmentId: row.environment_id,
    changeId: row.change_id,
    channelId: row.channel_id,
    attempts: row.attempts,
    claimedUntil,
  }))
}

/** Makes waiting messages a part of a claimed one that was never sent: those about the same kind of change of the same
 * rule. Afterwards its parts do not change, because it may be sent again with the same ID. */
async function mergeMessages(
  db: Queryable,
  heads: readonly { readonly id: string; readonly environment_id: string }[],
): Promise<void> {
  const ids = sql.param(`{${heads.map(({ id }) => id).join(',')}}`)
  const environmentIds = sql.param(`{${heads.map((head) => head.environment_id).join(',')}}`)
  await db.execute(sql`
    UPDATE ${alertMessages} AS part SET state = 'merged', merged_into = head.id
    FROM ${alertMessages} AS head
    WHERE head.id = ANY (${ids}::uuid[]) AND head.environment_id = ANY (${environmentIds}::uuid[])
      AND part.environment_id = head.environment_id AND part.channel_id = head.channel_id
      AND part.rule_id = head.rule_id AND part.change_kind = head.change_kind
      AND part.state = 'due' AND part.attempts = 0 AND part.id <> head.id`)
}

/** Sends a claimed message and records the result. */
export async function sendClaimed(alerts: Alerts, claimed: Claimed): Promise<void> {
  const loaded = await loadMessage(alerts, claimed)
  if (loaded === null) return
  const attempt = await attemptOf(alerts, claimed.id, loaded)
  await recordAttempt(alerts, claimed, attempt)
}

interface Loaded {
  readonly channel: ChannelRow
  /** Positions of the numbers that have got an SMS. */
  readonly accepted: readonly number[]
  /** The oldest first. */
  readonly changes: readonly [LoadedChange, ...LoadedChange[]]
}

interface LoadedChange {
  readonly change: ChangeRow
  readonly incident: IncidentRow
}

async function loadMessage({ db }: Alerts, { id, environmentId }: Claimed): Promise<Loaded | null> {
  const rows = await db
    .select({
      accepted: alertMessages.accepted,
      id: alertMessages.id,
      channel: alertChannels,
      change: alertChanges,
      incident: alertIncidents,
    })
    .from(alertMessages)
    .innerJoin(alertChannels, eq(alertChannels.id, alertMessages.channelId))
    .innerJoin(alertChanges, eq(alertChanges.id, alertMessages.changeId))
    .innerJoin(alertIncidents, eq(alertIncidents.id, alertChanges.incidentId))
    .where(
      and(
        eq(alertMessages.environmentId, environmentId),
        or(eq(alertMessages.id, id), eq(alertMessages.mergedInto, id)),
      ),
    )
    .orderBy(asc(alertChanges.at), asc(alertChanges.id))
  const [first, ...others] = rows
  if (first === undefined) return null
  const accepted = rows.find((row) => row.id === id)?.accepted ?? []
  return { channel: first.channel, accepted, changes: [first, ...others] }
}

async function attemptOf(
  alerts: Alerts,
  id: string,
  { channel, changes, accepted }: Loaded,
): Promise<Attempt> {
  const { db, authenticator, config } = alerts
  const { environmentId } = channel
  const names = await authenticator.findEnvironments(db, [environmentId])
  const environmentName = names.get(environmentId)?.environmentName ?? ''
  const origin = config.PUBLIC_URL === undefined ? null : new URL(config.PUBLIC_URL).origin
  const message = composeMessage(channel.language, changes, { environmentName, origin })
  const webhook = webhookBody(id, changes, environmentName)
  return sendMessage(alerts, channel, { id, message, webhook, accepted })
}

async function recordAttempt(alerts: Alerts, claimed: Claimed, attempt: Attempt): Promise<void> {
  const { db, clock } = alerts
  const now = clock.now()
  const { id, environmentId, channelId, attempts, claimedUntil } = claimed
  const delayS = RETRY_S[attempts - 1]
  const isRetried = attempt.kind === 'retry' && delayS !== undefined
  const notBefore = attempt.kind === 'retry' ? attempt.notBefore : null
  const fault = attempt.kind === 'sent' ? null : attempt.fault
  await db.transaction(async (tx) => {
    const rows = await tx
      .update(alertMessages)
      .set({
        state: attempt.kind === 'sent' ? 'sent' : isRetried ? 'due' : 'failed',
        claimedUntil: null,
        sentAt: attempt.kind === 'sent' ? now : null,
        fault,
        ...(attempt.sms && { answer: attempt.sms.answer, accepted: [...attempt.sms.accepted] }),
        nextAttemptAt: notBefore ?? addSeconds(now, delayS ?? 0),
      })
      .where(
        and(
          eq(alertMessages.id, id),
          eq(alertMessages.environmentId, environmentId),
          eq(alertMessages.claimedUntil, claimedUntil),
        ),
      )
      .returning({ id: alertMessages.id })
    // The claim was lost: another process sends it, and its result counts.
    if (rows.length === 0) return
    const [channel] = await tx
      .update(alertChannels)
      .set({
        failingSince:
          fault === null
            ? null
            : sql`coalesce(${alertChannels.failingSince}, ${now.toISOString()}::timestamptz)`,
        fault,
        pausedUntil: notBefore ?? addSeconds(now, SPACING_S),
      })
      .where(and(eq(alertChannels.id, channelId), eq(alertChannels.environmentId, environmentId)))
      .returning()
    if (channel !== undefined && hasFailedTooLong(channel, now)) await disableChannel(tx, channel, now)
  })
}
