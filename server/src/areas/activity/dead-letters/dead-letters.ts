import { type AuditAction, type DeadLetter, type EventType, keptDays, retryLimit } from '@kinora/contract'
import { and, asc, desc, eq, inArray, isNull, lt } from 'drizzle-orm'
import type { EnvironmentNames, Person } from '../../../platform/auth.ts'
import { addSeconds } from '../../../platform/clock.ts'
import type { Transaction } from '../../../platform/database/database.ts'
import { loadPage, type PageQuery } from '../../../platform/database/page.ts'
import { failedEvents, outbox } from '../../../platform/database/tables.ts'
import { recordChange } from '../../../platform/events/changes.ts'
import { eventOf } from '../../../platform/events/outbox.ts'
import { wakeSubscriptions } from '../../../platform/events/subscriptions.ts'
import { problem } from '../../../platform/problem.ts'
import type { Activity } from '../activity.ts'

type Row = typeof failedEvents.$inferSelect

const isDead = isNull(failedEvents.nextAttemptAt)

export async function listDeadLetters({ db, authenticator }: Activity, page: PageQuery) {
  const newestFirst = [desc(failedEvents.failedAt), desc(failedEvents.id)]
  return loadPage(page, {
    select: db
      .select()
      .from(failedEvents)
      .where(isDead)
      .orderBy(...newestFirst),
    total: db.$count(failedEvents, isDead),
    async view(rows) {
      const environments = await authenticator.findEnvironments(db, environmentIdsOf(rows))
      return rows.map((row) => viewOf(row, environments))
    },
  })
}

/** @throws problem not-found */
export async function getDeadLetter({ db, authenticator }: Activity, id: string) {
  const [row] = await db
    .select()
    .from(failedEvents)
    .where(and(isDead, eq(failedEvents.id, id)))
  if (row === undefined) throw problem('not-found')
  const [kept] = await db
    .select()
    .from(outbox)
    .where(and(eq(outbox.id, row.eventId), eq(outbox.createdAt, row.eventCreatedAt)))
  const environments = await authenticator.findEnvironments(db, [row.environmentId])
  return { ...viewOf(row, environments), event: kept === undefined ? null : eventOf(kept).event }
}

/** Has the event handled again soon. @throws problem not-found */
export async function retryDeadLetter(activity: Activity, admin: Person, id: string): Promise<void> {
  const retried = await activity.db.transaction((tx) => retry(activity, tx, admin, [id]))
  if (retried === 0) throw problem('not-found')
}

/** The same for the oldest dead letters. */
export function retryDeadLetters(activity: Activity, admin: Person): Promise<{ retried: number }> {
  return activity.db.transaction(async (tx) => {
    const oldest = await tx
      .select({ id: failedEvents.id })
      .from(failedEvents)
      .where(isDead)
      .orderBy(asc(failedEvents.failedAt), asc(failedEvents.id))
      .limit(retryLimit)
    const ids = oldest.map(({ id }) => id)
    return { retried: await retry(activity, tx, admin, ids) }
  })
}

/** @throws problem not-found */
export function deleteDeadLetter(activity: Activity, admin: Person, id: string): Promise<void> {
  return activity.db.transaction(async (tx) => {
    const rows = await tx
      .delete(failedEvents)
      .where(and(isDead, eq(failedEvents.id, id)))
      .returning()
    if (rows.length === 0) throw problem('not-found')
    await recordForTenants(activity, tx, admin, 'event.discarded', rows)
  })
}

/** Deletes dead letters whose events are no longer kept. */
export async function deleteExpiredDeadLetters({ db, clock }: Activity): Promise<void> {
  const before = addSeconds(clock.now(), -keptDays * 24 * 3600)
  await db.delete(failedEvents).where(and(isDead, lt(failedEvents.eventCreatedAt, before)))
}

/** @returns the number of dead letters that are retried */
async function retry(
  activity: Activity,
  tx: Transaction,
  admin: Person,
  ids: readonly string[],
): Promise<number> {
  const rows = await tx
    .update(failedEvents)
    .set({ attempts: 0, nextAttemptAt: activity.clock.now() })
    .where(and(isDead, inArray(failedEvents.id, [...ids])))
    .returning()
  await recordForTenants(activity, tx, admin, 'event.retried', rows)
  await wakeSubscriptions(tx)
  return rows.length
}

/** Records what an administrator did with an event in the audit trail of its organization. */
async function recordForTenants(
  { authenticator, clock }: Activity,
  tx: Transaction,
  admin: Person,
  action: AuditAction,
  rows: readonly Row[],
): Promise<void> {
  const environments = await authenticator.findEnvironments(tx, environmentIdsOf(rows))
  for (const { environmentId, eventId, eventType, subscription } of rows) {
    const scope = environments.get(environmentId)
    if (scope === undefined) continue
    const object = { type: 'event', id: eventId, name: eventType } as const
    await recordChange(
      tx,
      { actor: admin, scope },
      { object, audit: { action, after: { subscription } } },
      clock.now(),
    )
  }
}

function environmentIdsOf(rows: readonly Row[]): string[] {
  return [...new Set(rows.map(({ environmentId }) => environmentId))]
}

function viewOf(
  { id, subscription, eventId, eventType, environmentId, attempts, error, failedAt }: Row,
  environments: ReadonlyMap<string, EnvironmentNames>,
): DeadLetter {
  const known = environments.get(environmentId)
  return {
    id,
    subscription,
    eventId,
    eventType: eventType as EventType,
    environment: known
      ? { id: environmentId, name: known.environmentName, organizationName: known.organizationName }
      : null,
    attempts,
    error,
    failedAt: failedAt.toISOString(),
  }
}
