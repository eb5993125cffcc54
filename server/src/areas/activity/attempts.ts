import { webhookLimits } from '@kinora/contract'
import { and, eq, isNotNull, isNull } from 'drizzle-orm'
import type { Transaction } from '../../platform/database.ts'
import { type Posted, post } from '../../platform/net/post.ts'
import type { DisabledWebhook, Dispatching } from './activity.ts'
import type { Claimed } from './claims.ts'
import { isHopeless, type Outcome, outcomeOf } from './retries.ts'
import { signedHeaders } from './signatures.ts'
import { deliveries, deliveryAttempts, webhooks } from './tables.ts'
import { disableWebhook, type WebhookRow } from './webhook-states.ts'

const MAX_ANSWER_BYTES = 4096

export interface Attempt {
  readonly at: Date
  readonly requestHeaders: Record<string, string>
  readonly posted: Posted
}

/** What is sent, to whom, and what signs it. */
export interface Letter {
  readonly eventId: string
  readonly body: string
  readonly to: Pick<WebhookRow, 'url' | 'secret' | 'previousSecret' | 'rotatingUntil'>
}

/** Sends once, with a signature of this very moment. */
export async function attempt(
  { clock, secrets, config }: Dispatching,
  { eventId, body, to }: Letter,
): Promise<Attempt> {
  const at = clock.now()
  const { url, secret, previousSecret, rotatingUntil } = to
  const isRotating = previousSecret !== null && rotatingUntil !== null && rotatingUntil > at
  const signing = [secret, ...(isRotating ? [previousSecret] : [])].map(secrets.decrypt)
  const requestHeaders = {
    'content-type': 'application/json',
    'user-agent': 'Kinora/1',
    ...signedHeaders({ id: eventId, body, at }, signing),
  }
  const posted = await post(url, {
    body,
    headers: requestHeaders,
    allowed: config.URL_ALLOW_PRIVATE,
    timeoutMs: webhookLimits.timeoutSeconds * 1000,
    maxAnswerBytes: MAX_ANSWER_BYTES,
  })
  return { at, requestHeaders, posted }
}

/**
 * Writes down how an attempt ended and what follows from it, if the delivery is still this process's to send.
 * @returns the webhook where it was disabled by this
 */
export async function recordAttempt(
  activity: Dispatching,
  claimed: Claimed,
  made: Attempt,
  delays: readonly number[],
): Promise<DisabledWebhook | null> {
  const now = activity.clock.now()
  const outcome = outcomeOf(made.posted, { failures: claimed.failures, now, delays })
  activity.metrics.webhookAttempts.inc({ outcome: outcome.kind })
  return activity.db.transaction(async (tx) => {
    const [delivery] = await tx
      .update(deliveries)
      .set({
        status: outcome.kind === 'delivered' ? 'delivered' : outcome.kind === 'retry' ? 'pending' : 'failed',
        attempts: claimed.attempts + 1,
        failures: outcome.kind === 'delivered' ? claimed.failures : claimed.failures + 1,
        answerStatus: made.posted.status,
        tookMs: made.posted.tookMs,
        nextAttemptAt: outcome.kind === 'retry' ? outcome.at : null,
        claimedUntil: null,
      })
      .where(and(eq(deliveries.id, claimed.id), eq(deliveries.claimedUntil, claimed.claimedUntil)))
      .returning({ id: deliveries.id })
    if (delivery === undefined) return null
    await insertAttempt(tx, claimed.id, claimed.attempts + 1, made)
    return noteHealth(activity, tx, claimed.webhookId, outcome, now)
  })
}

export async function insertAttempt(
  tx: Transaction,
  deliveryId: string,
  number: number,
  { at, requestHeaders, posted }: Attempt,
): Promise<void> {
  await tx.insert(deliveryAttempts).values({
    deliveryId,
    number,
    at,
    answerStatus: posted.status,
    tookMs: posted.tookMs,
    fault: posted.fault,
    requestHeaders,
    answerHeaders: posted.headers,
    answerBody: posted.body,
  })
}

/** Remembers since when a webhook has failed, and disables one that wants no more or has failed for too long. */
async function noteHealth(
  activity: Dispatching,
  tx: Transaction,
  webhookId: string,
  outcome: Outcome,
  now: Date,
): Promise<DisabledWebhook | null> {
  if (outcome.kind === 'delivered') {
    await tx
      .update(webhooks)
      .set({ failingSince: null })
      .where(and(eq(webhooks.id, webhookId), isNotNull(webhooks.failingSince)))
    return null
  }
  await tx
    .update(webhooks)
    .set({ failingSince: now })
    .where(and(eq(webhooks.id, webhookId), isNull(webhooks.failingSince)))
  const [webhook] = await tx
    .select({ failingSince: webhooks.failingSince })
    .from(webhooks)
    .where(eq(webhooks.id, webhookId))
  const isTooLong = webhook?.failingSince != null && isHopeless(webhook.failingSince, now)
  if (outcome.kind !== 'gone' && !isTooLong) return null
  const because = outcome.kind === 'gone' ? 'gone' : 'failing'
  const disabled = await disableWebhook(activity, tx, webhookId, because, null)
  return disabled && { ...disabled, because }
}
