import {
  type Delivery,
  type DeliveryAttempt,
  type DeliveryDetail,
  type DeliveryStatus,
  type EventType,
  eventObjects,
  webhookLimits,
} from '@kinora/contract'
import { and, asc, desc, eq, gte, inArray, lt, sql } from 'drizzle-orm'
import type { Scope } from '../../../platform/auth.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import { uuidv7 } from '../../../platform/database/ids.ts'
import { problem } from '../../../platform/problem.ts'
import type { Activity } from '../activity.ts'
import { cursorOf, parseCursor, spanOf } from '../pages.ts'
import { deliveries, deliveryAttempts } from '../tables.ts'

import { insertAttempt, sendAttempt } from './attempts.ts'
import { bodyOf, deliveryChannel } from './fan-out.ts'
import { webhookOf } from './webhooks.ts'

/** Repeatedly resent deliveries have more. The latest are shown. */
const MAX_ATTEMPTS = 100

type DeliveryRow = typeof deliveries.$inferSelect

export async function listDeliveries(
  { db, clock }: Activity,
  scope: Scope,
  webhookId: string,
  query: { cursor?: string | undefined; pageSize: number; status?: DeliveryStatus | undefined },
): Promise<{ items: Delivery[]; nextCursor: string | null }> {
  const { id } = await webhookOf(db, scope, webhookId)
  const after = parseCursor(query.cursor)
  const { from } = spanOf(clock.now(), undefined, undefined)
  const rows = await db
    .select()
    .from(deliveries)
    .where(
      and(
        eq(deliveries.webhookId, id),
        gte(deliveries.createdAt, from),
        query.status && eq(deliveries.status, query.status),
        after === null
          ? undefined
          : sql`(${deliveries.createdAt}, ${deliveries.id}) < (${after.at.toISOString()}::timestamptz, ${after.id}::uuid)`,
      ),
    )
    .orderBy(desc(deliveries.createdAt), desc(deliveries.id))
    .limit(query.pageSize + 1)
  const items = rows.slice(0, query.pageSize)
  const last = rows.length > query.pageSize ? items.at(-1) : undefined
  const next = last ? { at: last.createdAt, id: last.id } : null
  return { items: items.map(deliveryView), nextCursor: cursorOf(next) }
}

/** @throws problem not-found, also for deliveries of other webhooks */
export async function getDelivery(
  { db }: Activity,
  scope: Scope,
  webhookId: string,
  deliveryId: string,
): Promise<DeliveryDetail> {
  const { id } = await webhookOf(db, scope, webhookId)
  return detailOf(db, id, deliveryId)
}

/** Sends a test event at once, also to a disabled webhook. It is not retried and does not affect the state of the
 * webhook. @throws problem not-found */
export async function testWebhook(
  activity: Activity,
  scope: Scope,
  webhookId: string,
  eventType: EventType,
): Promise<DeliveryDetail> {
  const { db, clock } = activity
  const webhook = await webhookOf(db, scope, webhookId)
  const at = clock.now()
  const eventId = uuidv7(at.getTime())
  const body = bodyOf({
    id: eventId,
    type: eventType,
    createdAt: at.toISOString(),
    environment: { id: scope.environmentId, name: scope.environmentName },
    object: { type: eventObjects[eventType], id: uuidv7(at.getTime()) },
    data: { test: true },
  })
  const attempt = await sendAttempt(activity, { eventId, body, receiver: webhook })
  const { status, tookMs } = attempt.posted
  const id = uuidv7(at.getTime())
  await db.transaction(async (tx) => {
    const { id: existingId } = await webhookOf(tx, scope, webhookId)
    await tx.insert(deliveries).values({
      id,
      webhookId: existingId,
      eventId,
      eventType,
      body,
      isTest: true,
      status: status !== null && status >= 200 && status < 300 ? 'delivered' : 'failed',
      attempts: 1,
      answerStatus: status,
      tookMs,
      createdAt: at,
      queuedAt: at,
    })
    await insertAttempt(tx, id, 1, attempt)
  })
  return detailOf(db, webhook.id, id)
}

/** Resends one delivery, or the oldest failed ones of a time span, with the same IDs.
 * @throws problem not-found, webhook-disabled */
export async function resendDeliveries(
  { db, clock }: Activity,
  scope: Scope,
  webhookId: string,
  which: { deliveryId?: string | undefined; from?: string | undefined; to?: string | undefined },
): Promise<{ resent: number }> {
  const now = clock.now()
  return db.transaction(async (tx) => {
    const { id, status } = await webhookOf(tx, scope, webhookId)
    if (status !== 'active') throw problem('webhook-disabled')
    const { from, to } = spanOf(now, which.from, which.to)
    const wanted =
      which.deliveryId === undefined
        ? and(
            eq(deliveries.status, 'failed'),
            eq(deliveries.isTest, false),
            gte(deliveries.createdAt, from),
            to ? lt(deliveries.createdAt, to) : undefined,
          )
        : eq(deliveries.id, which.deliveryId)
    const chosen = tx
      .select({ id: deliveries.id })
      .from(deliveries)
      .where(and(eq(deliveries.webhookId, id), wanted))
      .orderBy(asc(deliveries.createdAt), asc(deliveries.id))
      .limit(webhookLimits.resend)
    const resent = await tx
      .update(deliveries)
      // Clearing the lease discards the result of an attempt in progress.
      .set({ status: 'pending', failures: 0, queuedAt: now, nextAttemptAt: now, claimedUntil: null })
      .where(inArray(deliveries.id, chosen))
      .returning({ id: deliveries.id })
    if (which.deliveryId !== undefined && resent.length === 0) throw problem('not-found')
    if (resent.length > 0) await tx.execute(sql`SELECT pg_notify(${deliveryChannel}, '')`)
    return { resent: resent.length }
  })
}

async function detailOf(db: Queryable, webhookId: string, id: string): Promise<DeliveryDetail> {
  const [row] = await db
    .select()
    .from(deliveries)
    .where(and(eq(deliveries.id, id), eq(deliveries.webhookId, webhookId)))
  if (!row) throw problem('not-found')
  const attempts = await db
    .select()
    .from(deliveryAttempts)
    .where(eq(deliveryAttempts.deliveryId, id))
    .orderBy(desc(deliveryAttempts.number))
    .limit(MAX_ATTEMPTS)
  return { ...deliveryView(row), body: row.body, log: attempts.reverse().map(attemptView) }
}

function deliveryView(row: DeliveryRow): Delivery {
  return {
    id: row.id,
    eventId: row.eventId,
    eventType: row.eventType,
    status: row.status,
    attempts: row.attempts,
    answerStatus: row.answerStatus,
    took: row.tookMs,
    createdAt: row.createdAt.toISOString(),
    nextAttemptAt: row.nextAttemptAt?.toISOString() ?? null,
  }
}

function attemptView(row: typeof deliveryAttempts.$inferSelect): DeliveryAttempt {
  const { number, at, answerStatus, tookMs, fault, requestHeaders, answerHeaders, answerBody } = row
  return {
    number,
    at: at.toISOString(),
    answerStatus,
    took: tookMs,
    fault,
    requestHeaders,
    answerHeaders,
    answerBody,
  }
}
