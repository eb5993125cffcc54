import { activityCalls, type EventType, type Webhook, webhookLimits } from '@kinora/contract'
import { and, asc, desc, eq, inArray, ne, type SQL } from 'drizzle-orm'
import type { Actor, Person, Scope } from '../../../platform/auth.ts'
import { addSeconds } from '../../../platform/clock.ts'
import type { Queryable, Transaction } from '../../../platform/database/database.ts'
import { uuidv7 } from '../../../platform/database/ids.ts'
import { loadPage, type PageQuery } from '../../../platform/database/page.ts'
import { assertBelowLimit } from '../../../platform/database/row-limits.ts'
import { rowOf } from '../../../platform/database/row-of.ts'
import { changesBetween } from '../../../platform/events/audit.ts'
import { recordChange } from '../../../platform/events/changes.ts'
import { assertFetchable } from '../../../platform/net/fetchable.ts'
import { shownAddress, storeAddress } from '../../../platform/net/stored-address.ts'
import { problem } from '../../../platform/problem.ts'
import type { Activity } from '../activity.ts'
import { webhooks } from '../tables.ts'
import { type Reach, visibleScopes } from '../visibility.ts'
import { deleteWebhookData } from './housekeeping.ts'
import { newSigningSecret } from './signatures.ts'
import { disableWebhook, objectOf, publicFieldsOf, type WebhookRow, webhookChange } from './webhook-states.ts'

type WithSecret = Webhook & { secret: string }

/** A page of the webhooks of the environment, or of all environments of the organization in which the actor may read
 * webhooks. */
export async function listWebhooks(activity: Activity, actor: Actor, scope: Scope, query: Reach & PageQuery) {
  const { db, clock } = activity
  const { right } = activityCalls.listWebhooks
  const scopes = await visibleScopes(activity, actor, scope, { ...query, right })
  const environmentIds = scopes.map(({ environmentId }) => environmentId)
  const where = and(inArray(webhooks.environmentId, environmentIds), ne(webhooks.status, 'deleted'))
  return loadPage(query, {
    select: db.select().from(webhooks).where(where).orderBy(desc(webhooks.createdAt), asc(webhooks.id)),
    total: db.$count(webhooks, where),
    view: (rows) => rows.map((row) => webhookView(row, clock.now())),
  })
}

/** @throws problem not-found */
export async function getWebhook({ db, clock }: Activity, scope: Scope, id: string): Promise<Webhook> {
  return webhookView(await webhookOf(db, scope, id), clock.now())
}

/** @throws problem not-found, also for webhooks of other environments */
export async function webhookOf(
  db: Queryable,
  { environmentId }: Pick<Scope, 'environmentId'>,
  id: string,
): Promise<WebhookRow> {
  const [row] = await db.select().from(webhooks).where(isOf(environmentId, id))
  if (!row) throw problem('not-found')
  return row
}

/** @throws problem url-not-allowed, webhook-limit */
export async function createWebhook(
  activity: Activity,
  actor: Person,
  scope: Scope,
  given: { url: string; eventTypes: EventType[] },
): Promise<WithSecret> {
  const { db, clock, secrets } = activity
  await assertFetchable(activity, given.url)
  const secret = newSigningSecret()
  const at = clock.now()
  return db.transaction(async (tx) => {
    const isKept = and(eq(webhooks.environmentId, scope.environmentId), ne(webhooks.status, 'deleted'))
    await assertBelowLimit(tx, webhooks, isKept, {
      lock: scope.environmentId,
      most: webhookLimits.perEnvironment,
      problem: 'webhook-limit',
    })
    const [row] = await tx
      .insert(webhooks)
      .values({
        id: uuidv7(at.getTime()),
        organizationId: scope.organizationId,
        environmentId: scope.environmentId,
        url: storeAddress(secrets, given.url),
        eventTypes: [...new Set(given.eventTypes)],
        status: 'active',
        secret: secrets.encrypt(secret),
        secretHint: secret.slice(-4),
        activeSince: at,
        createdAt: at,
        createdBy: actor.userId,
        createdByName: actor.name,
      })
      .returning()
    if (!row) throw new Error('a webhook was not inserted')
    const change = webhookChange(row, 'webhook.created', { after: publicFieldsOf(row) })
    await recordChange(tx, { actor, scope }, change, at)
    return { ...webhookView(row, at), secret }
  })
}

/** @throws problem not-found, url-not-allowed */
export async function updateWebhook(
  activity: Activity,
  actor: Actor,
  scope: Scope,
  id: string,
  change: {
    url?: string | undefined
    eventTypes?: EventType[] | undefined
    status?: 'active' | 'disabled' | undefined
  },
): Promise<Webhook> {
  const { db, clock, secrets } = activity
  if (change.url !== undefined) await assertFetchable(activity, change.url)
  return db.transaction(async (tx) => {
    const before = await lockedWebhook(tx, scope, id)
    const at = clock.now()
    const isEnabled = before.status === 'disabled' && change.status === 'active'
    const [after] = await tx
      .update(webhooks)
      .set({
        url: change.url === undefined ? before.url : storeAddress(secrets, change.url, before.url),
        eventTypes: change.eventTypes ? [...new Set(change.eventTypes)] : before.eventTypes,
        ...(isEnabled
          ? { status: 'active', disabledBecause: null, failingSince: null, activeSince: at }
          : undefined),
      })
      .where(rowOf(webhooks, before))
      .returning()
    if (!after) throw problem('not-found')
    const changes = changesBetween(publicFieldsOf(before), publicFieldsOf(after))
    if (changes !== null || before.url !== after.url)
      await recordChange(tx, { actor, scope }, webhookChange(after, 'webhook.updated', { ...changes }), at)
    const disabled =
      change.status === 'disabled' ? await disableWebhook(activity, tx, after, 'person', actor) : null
    return webhookView(disabled ?? after, at)
  })
}

/** Deletes the webhook and a first batch of its deliveries. Sweeps delete the rest. @throws problem not-found */
export async function deleteWebhook(
  { db, clock }: Activity,
  actor: Actor,
  scope: Scope,
  id: string,
): Promise<void> {
  await db.transaction(async (tx) => {
    const row = await lockedWebhook(tx, scope, id)
    const at = clock.now()
    await tx
      .update(webhooks)
      .set({ status: 'deleted', secret: '', previousSecret: null })
      .where(rowOf(webhooks, row))
    const change = webhookChange(row, 'webhook.deleted', { before: publicFieldsOf(row) })
    await recordChange(tx, { actor, scope }, change, at)
  })
  await deleteWebhookData(db, 1)
}

/** Creates a new secret. The previous one also signs for a while. @throws problem not-found */
export async function rotateSecret(
  { db, clock, secrets }: Activity,
  actor: Person,
  scope: Scope,
  id: string,
): Promise<WithSecret> {
  const secret = newSigningSecret()
  return db.transaction(async (tx) => {
    const before = await lockedWebhook(tx, scope, id)
    const at = clock.now()
    const [after] = await tx
      .update(webhooks)
      .set({
        secret: secrets.encrypt(secret),
        secretHint: secret.slice(-4),
        previousSecret: before.secret,
        rotatingUntil: addSeconds(at, webhookLimits.rotationHours * 3600),
      })
      .where(rowOf(webhooks, before))
      .returning()
    if (!after) throw problem('not-found')
    const change = { object: objectOf(after), audit: { action: 'webhook.secret.rotated' as const } }
    await recordChange(tx, { actor, scope }, change, at)
    return { ...webhookView(after, at), secret }
  })
}

async function lockedWebhook(tx: Transaction, { environmentId }: Scope, id: string): Promise<WebhookRow> {
  const [row] = await tx.select().from(webhooks).where(isOf(environmentId, id)).for('update')
  if (!row) throw problem('not-found')
  return row
}

function isOf(environmentId: string, id: string): SQL | undefined {
  return and(eq(webhooks.id, id), eq(webhooks.environmentId, environmentId), ne(webhooks.status, 'deleted'))
}

function webhookView(row: WebhookRow, now: Date): Webhook {
  const { rotatingUntil } = row
  return {
    id: row.id,
    environmentId: row.environmentId,
    url: shownAddress(row.url),
    eventTypes: row.eventTypes,
    status: row.status === 'active' ? 'active' : 'disabled',
    disabledBecause: row.disabledBecause,
    secretHint: row.secretHint,
    rotatingUntil: rotatingUntil && rotatingUntil > now ? rotatingUntil.toISOString() : null,
    failingSince: row.failingSince?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
    createdBy: row.createdByName,
  }
}
