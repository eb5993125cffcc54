import { webhookLimits } from '@kinora/contract'
import { sql } from 'drizzle-orm'
import type { Queryable, Transaction } from '../../../platform/database/database.ts'
import { rowOf } from '../../../platform/database/row-of.ts'
import { type PostResult, post } from '../../../platform/net/post.ts'
import { openAddress } from '../../../platform/net/stored-address.ts'
import type { DispatchContext } from '../activity.ts'
import { deliveries, deliveryAttempts, webhooks } from '../tables.ts'
import type { ClaimedDelivery, WebhookMessage } from './claims.ts'
import { hasFailedTooLong, type Outcome, outcomeOf } from './retries.ts'
import { signedHeaders } from './signatures.ts'
import { disableWebhook } from './webhook-states.ts'

const MAX_ANSWER_BYTES = 4096

export interface Attempt {
  readonly at: Date
  readonly requestHeaders: Record<string, string>
  readonly posted: PostResult
}

/** Sends the message once, with a current signature. */
export async function sendAttempt(
  { clock, secrets, config }: DispatchContext,
  { eventId, body, receiver }: WebhookMessage,
): Promise<Attempt> {
  const at = clock.now()
  const { url, secret, previousSecret, rotatingUntil } = receiver
  const isRotating = previousSecret !== null && rotatingUntil !== null && rotatingUntil > at
  const signing = [secret, ...(isRotating ? [previousSecret] : [])].map(secrets.decrypt)
  const requestHeaders = {
    'content-type': 'application/json',
    'user-agent': 'Kinora/1',
    ...signedHeaders({ id: eventId, body, at }, signing),
  }
  const posted = await post(openAddress(secrets, url), {
    body,
    headers: requestHeaders,
    allowed: config,
    timeoutMs: webhookLimits.timeoutSeconds * 1000,
    maxAnswerBytes: MAX_ANSWER_BYTES,
  })
  return { at, requestHeaders, posted }
}

/** Records the result of an attempt, unless another process has the delivery by now. Disables the webhook if it is
 * gone or has failed for too long. */
export async function recordAttempt(
  activity: DispatchContext,
  claimed: ClaimedDelivery,
  attempt: Attempt,
  delays: readonly number[],
): Promise<void> {
  const now = activity.clock.now()
  const { failures, isTest } = claimed
  const outcome = outcomeOf(attempt.posted, { failures, isTest, now, delays })
  activity.metrics.webhookAttempts.inc({ outcome: outcome.kind })
  if (outcome.kind === 'delivered' || isTest) {
    await writeOutcome(activity.db, claimed, attempt, outcome, now)
    return
  }
  // One transaction: otherwise a crash in between would leave a webhook enabled that must be disabled.
  await activity.db.transaction(async (tx) => {
    if (!(await writeOutcome(tx, claimed, attempt, outcome, now))) return
    const { webhookId: id, environmentId } = claimed
    const because = await reasonToDisable(tx, claimed, outcome, now)
    if (because !== null) await disableWebhook(activity, tx, { id, environmentId }, because, null)
  })
}

/** One statement, because it runs for each event and webhook.
 * @returns false if the lease was lost, or the delivery was resent meanwhile */
async function writeOutcome(
  db: Queryable,
  { id, failures, isTest, claimedUntil }: ClaimedDelivery,
  { at, requestHeaders, posted }: Attempt,
  outcome: Outcome,
  now: Date,
): Promise<boolean> {
  const isDelivered = outcome.kind === 'delivered'
  const status = isDelivered ? 'delivered' : outcome.kind === 'retry' ? 'pending' : 'failed'
  const nextAttemptAt = outcome.kind === 'retry' ? outcome.at.toISOString() : null
  const { rows } = await db.execute(sql`
    WITH delivery AS (
      UPDATE ${deliveries}
      SET status = ${status}, attempts = attempts + 1, failures = ${isDelivered ? failures : failures + 1},
        answer_status = ${posted.status}, took_ms = ${posted.tookMs}, claimed_until = NULL,
        next_attempt_at = ${nextAttemptAt}::timestamptz
      WHERE id = ${id}::uuid AND claimed_until = ${claimedUntil.toISOString()}::timestamptz
      RETURNING id, webhook_id, attempts
    ), attempt AS (
      INSERT INTO ${deliveryAttempts} (delivery_id, number, at, answer_status, took_ms, fault, request_headers,
        answer_headers, answer_body)
      SELECT id, attempts, ${at.toISOString()}::timestamptz, ${posted.status}::smallint, ${posted.tookMs}::real,
        ${posted.fault}, ${JSON.stringify(requestHeaders)}::jsonb,
        ${posted.headers && JSON.stringify(posted.headers)}::jsonb, ${posted.body}
      FROM delivery
    ), webhook AS (
      UPDATE ${webhooks}
      SET failing_since = CASE WHEN ${isDelivered} THEN NULL ELSE ${now.toISOString()}::timestamptz END
      WHERE NOT ${isTest} AND id IN (SELECT webhook_id FROM delivery) AND (failing_since IS NULL) <> ${isDelivered}
    )
    SELECT id FROM delivery`)
  return rows.length > 0
}

/** Whether to disable the webhook: it answered 410, or has failed for too long. */
async function reasonToDisable(
  db: Queryable,
  { webhookId, environmentId }: ClaimedDelivery,
  outcome: Outcome,
  now: Date,
): Promise<'gone' | 'failing' | null> {
  if (outcome.kind === 'gone') return 'gone'
  const [webhook] = await db
    .select({ failingSince: webhooks.failingSince })
    .from(webhooks)
    .where(rowOf(webhooks, { id: webhookId, environmentId }))
  return webhook?.failingSince != null && hasFailedTooLong(webhook.failingSince, now) ? 'failing' : null
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
