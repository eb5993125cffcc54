import { setTimeout as pause } from 'node:timers/promises'
import { cutText, type EventType } from '@kinora/contract'
import { and, asc, count, eq, inArray, isNotNull, isNull, lte, sql } from 'drizzle-orm'
import type { Clock } from '../clock.ts'
import { addSeconds } from '../clock.ts'
import type { Database, Transaction } from '../database/database.ts'
import { uuidv7 } from '../database/ids.ts'
import { eventSubscriptions, failedEvents, outbox } from '../database/tables.ts'
import type { GaugeGroup } from '../gauges/gauges.ts'
import { repeat } from '../jobs/repeat.ts'
import { type Logger, messageOf } from '../log.ts'
import type { Metrics } from '../metrics.ts'
import type { Bus } from './bus.ts'
import { eventChannel, eventOf, type OutboxEvent, outboxEnd, parseCursor, readOutboxPage } from './outbox.ts'

/** A durable reader of the outbox. The handler's transaction also moves the cursor, so each event takes effect
 * exactly once across processes and crashes. Failed events are retried separately, and so possibly after later
 * ones. */
export interface Subscription {
  /** Must not change: it identifies the cursor. */
  readonly name: string
  /** Defaults to all types. */
  readonly types?: readonly EventType[]
  /** Handles one event in the transaction that also moves the cursor. Throws to have it retried. */
  handle(tx: Transaction, event: OutboxEvent): Promise<void>
  /** The same for several events, if one statement can handle them all. */
  handleMany?(tx: Transaction, events: readonly OutboxEvent[]): Promise<void>
}

/** Dependencies of running subscriptions. */
export interface SubscriptionContext {
  readonly db: Database
  readonly bus: Bus
  readonly clock: Clock
  readonly log: Logger
  readonly metrics: Pick<Metrics, 'subscriptionFailures'>
}

const PAGE = 200
/** Events within this time are handled together. */
const GATHER_MS = 20
const PENDING_MS = 50
/** How often new events are looked for, in case a message of the bus was lost. */
const CHECK_MS = 5_000
/** How often each subscription looks itself, also for retries that another process left. */
const IDLE_MS = 60_000
const RETRY_PAGE = 20
/** Seconds after each failed attempt. After the last one the event becomes a dead letter. */
const RETRY_DELAYS_S = [1, 10, 60, 600, 3600]
const MAX_ERROR_LENGTH = 2000

/** Runs every subscription until stopped. Any number of processes can do so at the same time. */
export function startSubscriptions(
  context: SubscriptionContext,
  subscriptions: readonly Subscription[],
): () => Promise<void> {
  const { bus, log } = context
  const readers = subscriptions.map((subscription) =>
    repeat(() => readNext(context, subscription), `the subscription ${subscription.name}`, log),
  )
  const wakeAll = () => {
    for (const reader of readers) reader.wake()
  }
  const unsubscribe = bus.subscribe(eventChannel, wakeAll)
  const names = subscriptions.map(({ name }) => name)
  const checking = repeat(
    async () => {
      if (await isAnyBehind(context.db, names)) wakeAll()
      return CHECK_MS
    },
    'looking for new events',
    log,
  )
  return async () => {
    unsubscribe()
    await Promise.all([checking, ...readers].map((task) => task.stop()))
  }
}

/** Whether a subscription has events to handle. One query for all replaces a transaction of each. */
async function isAnyBehind(db: Database, names: readonly string[]): Promise<boolean> {
  const { transactionId, eventId, name } = eventSubscriptions
  const isBehind = sql`EXISTS (SELECT FROM ${outbox}
    WHERE (${outbox.transactionId}, ${outbox.id}) > (${transactionId}, ${eventId}))`
  const [found] = await db
    .select({ name })
    .from(eventSubscriptions)
    .where(and(inArray(name, [...names]), isBehind))
    .limit(1)
  return found !== undefined
}

/** Creates missing cursors at the end of the outbox: a new subscription starts with the next event. */
export async function registerSubscriptions(
  db: Database,
  subscriptions: readonly Pick<Subscription, 'name'>[],
): Promise<void> {
  if (subscriptions.length === 0) return
  const { transaction, id } = parseCursor(await outboxEnd(db))
  await db
    .insert(eventSubscriptions)
    .values(subscriptions.map(({ name }) => ({ name, transactionId: transaction, eventId: id })))
    .onConflictDoNothing()
}

/** Handles a page of new events and due retries. Returns the milliseconds until the next run. */
async function readNext(context: SubscriptionContext, subscription: Subscription): Promise<number> {
  await pause(GATHER_MS)
  const rest = await handlePage(context, subscription)
  const nextRetryMs = await retryDue(context, subscription)
  return Math.min(rest, nextRetryMs)
}

/** @returns milliseconds to wait for the next page */
export async function handlePage(context: SubscriptionContext, subscription: Subscription): Promise<number> {
  const page = await context.db
    .transaction((tx) => handleInOrder(tx, subscription, PAGE))
    .catch((err: unknown) => {
      context.log.warn(
        { err, subscription: subscription.name },
        'a page of events failed and is handled one by one',
      )
      return null
    })
  if (page === null) {
    // Up to the event that fails. Whole pages go on behind it.
    while ((await handleOne(context, subscription)) === 'handled');
    return 0
  }
  if (page.size === PAGE) return 0
  return page.isPending ? PENDING_MS : IDLE_MS
}

interface HandledPage {
  readonly size: number
  readonly isPending: boolean
}

const nothing: HandledPage = { size: 0, isPending: false }

async function handleInOrder(
  tx: Transaction,
  subscription: Subscription,
  limit: number,
): Promise<HandledPage> {
  const page = await nextPage(tx, subscription, limit)
  if (page === null) return nothing
  const wanted = page.events.filter((event) => isWanted(subscription, event))
  if (subscription.handleMany !== undefined && wanted.length > 0) await subscription.handleMany(tx, wanted)
  else for (const event of wanted) await subscription.handle(tx, event)
  await moveCursor(tx, subscription, page.events)
  return { size: page.events.length, isPending: page.pending }
}

/** Handles only the next event. If it fails, it is set aside and the cursor moves on. */
function handleOne(
  context: SubscriptionContext,
  subscription: Subscription,
): Promise<'handled' | 'failed' | 'none'> {
  const { db, clock, log, metrics } = context
  return db.transaction(async (tx) => {
    const page = await nextPage(tx, subscription, 1)
    const [event] = page?.events ?? []
    if (page === null || event === undefined) return 'none'
    const failure = isWanted(subscription, event) ? await tryEvent(tx, subscription, event) : null
    if (failure !== null) {
      metrics.subscriptionFailures.inc({ subscription: subscription.name })
      log.warn(
        { err: failure.error, subscription: subscription.name, eventId: event.event.id },
        'an event could not be handled',
      )
      await setAside(tx, subscription, event, failure.error, clock.now())
    }
    await moveCursor(tx, subscription, page.events)
    return failure === null ? 'handled' : 'failed'
  })
}

/** Handles an event behind a savepoint. Returns what it threw, or null. */
function tryEvent(
  tx: Transaction,
  subscription: Subscription,
  event: OutboxEvent,
): Promise<{ readonly error: unknown } | null> {
  return tx
    .transaction(async (inner) => subscription.handle(inner, event))
    .then(
      () => null,
      (error: unknown) => ({ error }),
    )
}

/** The next events, or null if another process is reading. The cursor stays locked until the transaction ends. */
async function nextPage(tx: Transaction, { name }: Subscription, limit: number) {
  const [place] = await tx
    .select()
    .from(eventSubscriptions)
    .where(eq(eventSubscriptions.name, name))
    .for('update', { skipLocked: true })
  if (place === undefined) return null
  return readOutboxPage(tx, undefined, { transaction: place.transactionId, id: place.eventId }, limit)
}

async function moveCursor(
  tx: Transaction,
  { name }: Subscription,
  events: readonly OutboxEvent[],
): Promise<void> {
  const last = events.at(-1)
  if (last === undefined) return
  const { transaction, id } = parseCursor(last.cursor)
  await tx
    .update(eventSubscriptions)
    .set({ transactionId: transaction, eventId: id })
    .where(eq(eventSubscriptions.name, name))
}

function isWanted({ types }: Subscription, { event }: OutboxEvent): boolean {
  return types === undefined || types.includes(event.type)
}

async function setAside(
  tx: Transaction,
  { name }: Subscription,
  { environmentId, event }: OutboxEvent,
  error: unknown,
  now: Date,
): Promise<void> {
  await tx
    .insert(failedEvents)
    .values({
      id: uuidv7(now.getTime()),
      subscription: name,
      eventId: event.id,
      eventCreatedAt: new Date(event.createdAt),
      eventType: event.type,
      environmentId,
      attempts: 1,
      error: cutText(messageOf(error), MAX_ERROR_LENGTH),
      failedAt: now,
      nextAttemptAt: addSeconds(now, RETRY_DELAYS_S[0] ?? 0),
    })
    .onConflictDoNothing()
}

/** Retries failed events that are due.
 * @returns milliseconds until the next one is due */
export async function retryDue(context: SubscriptionContext, subscription: Subscription): Promise<number> {
  const { db, clock } = context
  const mine = and(eq(failedEvents.subscription, subscription.name), isNotNull(failedEvents.nextAttemptAt))
  const due = await db
    .select({ id: failedEvents.id })
    .from(failedEvents)
    .where(and(mine, lte(failedEvents.nextAttemptAt, clock.now())))
    .orderBy(asc(failedEvents.nextAttemptAt))
    .limit(RETRY_PAGE)
  for (const { id } of due) await db.transaction((tx) => retryOne(context, tx, subscription, id))
  const [next] = await db
    .select({ at: failedEvents.nextAttemptAt })
    .from(failedEvents)
    .where(mine)
    .orderBy(asc(failedEvents.nextAttemptAt))
    .limit(1)
  return next?.at ? Math.max(0, Math.min(IDLE_MS, next.at.getTime() - clock.now().getTime())) : IDLE_MS
}

async function retryOne(
  { clock, log, metrics }: SubscriptionContext,
  tx: Transaction,
  subscription: Subscription,
  id: string,
): Promise<void> {
  const now = clock.now()
  const [failed] = await tx
    .select()
    .from(failedEvents)
    .where(and(eq(failedEvents.id, id), lte(failedEvents.nextAttemptAt, now)))
    .for('update', { skipLocked: true })
  if (failed === undefined) return
  const [row] = await tx
    .select()
    .from(outbox)
    .where(and(eq(outbox.id, failed.eventId), eq(outbox.createdAt, failed.eventCreatedAt)))
  // Events are deleted after 30 days, so there is nothing left to handle.
  const failure = row === undefined ? null : await tryEvent(tx, subscription, eventOf(row))
  if (failure === null) {
    await tx.delete(failedEvents).where(eq(failedEvents.id, id))
    return
  }
  metrics.subscriptionFailures.inc({ subscription: subscription.name })
  const delayS = RETRY_DELAYS_S[failed.attempts]
  const about = { err: failure.error, subscription: subscription.name, eventId: failed.eventId }
  log.warn(about, delayS === undefined ? 'an event became a dead letter' : 'an event failed again')
  await tx
    .update(failedEvents)
    .set({
      attempts: failed.attempts + 1,
      error: cutText(messageOf(failure.error), MAX_ERROR_LENGTH),
      failedAt: now,
      nextAttemptAt: delayS === undefined ? null : addSeconds(now, delayS),
    })
    .where(eq(failedEvents.id, id))
}

/** Has all processes look for due retries when the transaction commits. */
export async function wakeSubscriptions(tx: Transaction): Promise<void> {
  await tx.execute(sql`SELECT pg_notify(${eventChannel}, '')`)
}

/** Unread events and dead letters of each subscription. */
export async function subscriptionLags(
  db: Database,
): Promise<{ name: string; lag: number; deadLetters: number }[]> {
  const places = await db.select().from(eventSubscriptions)
  const dead = await db
    .select({ name: failedEvents.subscription, count: count() })
    .from(failedEvents)
    .where(isNull(failedEvents.nextAttemptAt))
    .groupBy(failedEvents.subscription)
  return Promise.all(
    places.map(async ({ name, transactionId, eventId }) => {
      const { rows } = await db.execute<{ lag: number }>(sql`
        SELECT count(*)::int AS lag FROM (
          SELECT 1 FROM ${outbox} WHERE (transaction_id, id) > (${transactionId}::xid8, ${eventId}::uuid) LIMIT ${MAX_LAG}
        ) AS behind`)
      return {
        name,
        lag: rows[0]?.lag ?? 0,
        deadLetters: dead.find((each) => each.name === name)?.count ?? 0,
      }
    }),
  )
}

/** Lags are counted up to this number. */
const MAX_LAG = 10_000

/** Lag and dead letters of each subscription. */
export function subscriptionGauges(db: Database): GaugeGroup {
  const labels = ['subscription']
  return {
    name: 'subscriptions',
    of: 'installation',
    gauges: {
      kinora_subscription_lag_events: {
        help: `Unread events of a subscription, counted up to ${MAX_LAG}`,
        labels,
      },
      kinora_subscription_dead_letters: { help: 'Dead letters of a subscription', labels },
    },
    async read() {
      const lags = await subscriptionLags(db)
      return lags.flatMap(({ name, lag, deadLetters }) => [
        { gauge: 'kinora_subscription_lag_events', labels: { subscription: name }, value: lag },
        { gauge: 'kinora_subscription_dead_letters', labels: { subscription: name }, value: deadLetters },
      ])
    },
  }
}
