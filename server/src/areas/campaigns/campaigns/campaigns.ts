import {
  type Campaign,
  campaignLimits,
  type createCampaignBody,
  type updateCampaignBody,
} from '@kinora/contract'
import { and, eq, ilike, sql } from 'drizzle-orm'
import type * as z from 'zod/mini'
import type { Caller, Scope } from '../../../platform/auth.ts'
import type { Queryable, Transaction } from '../../../platform/database/database.ts'
import { fold, splitWords } from '../../../platform/database/fold.ts'
import { uuidv7 } from '../../../platform/database/ids.ts'
import { escapeLike } from '../../../platform/database/like.ts'
import { rowOf } from '../../../platform/database/row-of.ts'
import { changesBetween } from '../../../platform/events/audit.ts'
import { type ChangedValues, recordChange } from '../../../platform/events/changes.ts'
import type { Platform } from '../../../platform/platform.ts'
import { problem } from '../../../platform/problem.ts'
import { advertiserOf } from '../advertisers/own-advertiser.ts'
import { advertisers } from '../advertisers/tables.ts'
import { campaignsWhere } from './campaign-views.ts'
import { isOwnCampaign } from './own-campaigns.ts'
import { campaigns } from './tables.ts'
import { assertTargets } from './targets.ts'

type Context = Pick<Platform, 'db' | 'clock' | 'playbackKey'>
export type CampaignRow = typeof campaigns.$inferSelect

interface ListQuery {
  readonly pageNum: number
  readonly pageSize: number
  readonly phrase?: string | undefined
  readonly advertiserId?: string | undefined
}

/** Defaults of the fields that only the publisher sets. */
const publisherDefaults = { priority: 5, cpm: null, currency: 'USD', streamIds: [], channelIds: [] }
const publisherFields = ['priority', 'cpm', 'currency', 'streamIds', 'channelIds'] as const

/** A page of the campaigns that the caller may see, newest first. @throws problem not-found for an unknown advertiser */
export async function listCampaigns(
  context: Context,
  scope: Scope,
  { pageNum, pageSize, phrase, advertiserId }: ListQuery,
) {
  if (advertiserId !== undefined) await assertAdvertiser(context.db, scope, advertiserId)
  const words = splitWords(phrase ?? '')
  const where = and(
    eq(campaigns.environmentId, scope.environmentId),
    isOwnCampaign(scope),
    advertiserId === undefined ? undefined : eq(campaigns.advertiserId, advertiserId),
    phrase?.trim() && words.length === 0 ? sql`false` : undefined,
    ...words.map((word) => ilike(campaigns.searchText, `%${escapeLike(word)}%`)),
  )
  const page = { limit: pageSize, offset: (pageNum - 1) * pageSize }
  const [items, totalItems] = await Promise.all([
    campaignsWhere(context, scope, where, page),
    context.db.$count(campaigns, where),
  ])
  return { items, pageNum, pageSize, totalItems }
}

/** @throws problem not-found, also for campaigns of another advertiser */
export async function getCampaign(
  context: Pick<Context, 'clock'> & { readonly db: Queryable },
  scope: Scope,
  id: string,
): Promise<Campaign> {
  const isIt = and(rowOf(campaigns, { id, environmentId: scope.environmentId }), isOwnCampaign(scope))
  const [view] = await campaignsWhere(context, scope, isIt, { limit: 1, offset: 0 })
  if (view === undefined) throw problem('not-found')
  return view
}

/** @throws problem not-found, flight-invalid, publisher-only, campaign-limit */
export async function createCampaign(
  context: Context,
  caller: Caller,
  { advertiserId: given, ...fields }: z.output<typeof createCampaignBody>,
): Promise<Campaign> {
  const { scope, actor } = caller
  const { environmentId } = scope
  assertMaySet(scope, fields)
  const advertiserId = given ?? advertiserOf(scope)
  if (advertiserId === null) throw problem('request-invalid', { errors: [advertiserMissing] })
  await assertAdvertiser(context.db, scope, advertiserId)
  const at = context.clock.now()
  const row: CampaignRow = {
    id: uuidv7(at.getTime()),
    environmentId,
    advertiserId,
    enabled: true,
    delivered: 0,
    ...editableOf({ ...publisherDefaults, ...withoutUndefined(fields) }),
    searchText: searchTextOf(fields),
    addedBy: actor.name,
    createdAt: at,
  }
  assertFlight(row)
  await assertTargets(context, scope, row)
  return context.db.transaction(async (tx) => {
    await assertBelowLimit(tx, environmentId)
    await tx.insert(campaigns).values(row)
    await recordCampaign(tx, caller, row, 'created', { after: auditOf(row) }, at)
    return getCampaign({ ...context, db: tx }, scope, row.id)
  })
}

const advertiserMissing = { path: 'body.advertiserId', message: 'This field is required' }

/** Omitted fields stay unchanged. @throws problem not-found, flight-invalid, publisher-only */
export async function updateCampaign(
  context: Context,
  caller: Caller,
  id: string,
  change: z.output<typeof updateCampaignBody>,
): Promise<Campaign> {
  assertMaySet(caller.scope, change)
  await assertTargets(context, caller.scope, { streamIds: [], channelIds: [], ...withoutUndefined(change) })
  return changeCampaign(context, caller, id, async (tx, before, at) => {
    const fields = editableOf({ ...viewFields(before), ...withoutUndefined(change) })
    const row = { ...before, ...fields, searchText: searchTextOf(fields) }
    const changes = changesBetween(auditOf(before), auditOf(row))
    if (changes === null) return
    assertFlight(row)
    await tx.update(campaigns).set(row).where(rowOf(campaigns, before))
    await recordCampaign(tx, caller, row, 'updated', changes, at)
  })
}

/** Pauses or resumes a campaign. Does nothing if it has this state already. @throws problem not-found */
export function enableCampaign(
  context: Context,
  caller: Caller,
  id: string,
  enabled: boolean,
): Promise<Campaign> {
  return changeCampaign(context, caller, id, async (tx, row, at) => {
    if (row.enabled === enabled) return
    await tx
      .update(campaigns)
      .set({ enabled })
      .where(and(rowOf(campaigns, row), eq(campaigns.enabled, row.enabled)))
    await recordCampaign(tx, caller, row, enabled ? 'resumed' : 'paused', {}, at)
  })
}

/** @throws problem not-found */
export async function deleteCampaign({ db, clock }: Context, caller: Caller, id: string): Promise<void> {
  await db.transaction(async (tx) => {
    const row = await lockedCampaign(tx, caller.scope, id)
    await tx.delete(campaigns).where(rowOf(campaigns, row))
    await recordCampaign(tx, caller, row, 'deleted', { before: auditOf(row) }, clock.now())
  })
}

/** Locks a campaign that the caller may see. @throws problem not-found */
export async function lockedCampaign(tx: Transaction, scope: Scope, id: string): Promise<CampaignRow> {
  const isIt = and(rowOf(campaigns, { id, environmentId: scope.environmentId }), isOwnCampaign(scope))
  const [row] = await tx.select().from(campaigns).where(isIt).for('update')
  if (row === undefined) throw problem('not-found')
  return row
}

async function changeCampaign(
  context: Context,
  caller: Caller,
  id: string,
  change: (tx: Transaction, row: CampaignRow, at: Date) => Promise<void>,
): Promise<Campaign> {
  return context.db.transaction(async (tx) => {
    const row = await lockedCampaign(tx, caller.scope, id)
    await change(tx, row, context.clock.now())
    return getCampaign({ ...context, db: tx }, caller.scope, id)
  })
}

/** @throws problem not-found, also for another advertiser than that of the caller's role */
async function assertAdvertiser(db: Queryable, scope: Scope, id: string): Promise<void> {
  const own = advertiserOf(scope)
  const isIt = rowOf(advertisers, { id, environmentId: scope.environmentId })
  const [found] = await db.select({ id: advertisers.id }).from(advertisers).where(isIt)
  if (found === undefined || (own !== null && found.id !== own)) throw problem('not-found')
}

/** @throws problem publisher-only */
function assertMaySet(scope: Scope, given: Partial<Record<(typeof publisherFields)[number], unknown>>): void {
  const isReserved = publisherFields.some((field) => given[field] !== undefined)
  if (isReserved && advertiserOf(scope) !== null) throw problem('publisher-only')
}

function assertFlight({ startsAt, endsAt }: Pick<CampaignRow, 'startsAt' | 'endsAt'>): void {
  if (endsAt <= startsAt) throw problem('flight-invalid')
}

type Given = Omit<z.output<typeof createCampaignBody>, 'advertiserId'>
type Fields = { [K in keyof Given]-?: Exclude<Given[K], undefined> }

/** Converts editable fields to columns. */
function editableOf(given: Fields) {
  const { startsAt, endsAt, countries, deviceTypes, tags, streamIds, channelIds, ...fields } = given
  return {
    ...fields,
    startsAt: new Date(startsAt),
    endsAt: new Date(endsAt),
    countries: unique(countries),
    deviceTypes: unique(deviceTypes),
    tags: unique(tags),
    streamIds: unique(streamIds),
    channelIds: unique(channelIds),
  }
}

/** Converts columns to editable fields. */
function viewFields(row: CampaignRow): Fields {
  const { name, viewerViews, viewerHours, totalImpressions, priority, cpm, currency } = row
  const { countries, deviceTypes, tags, streamIds, channelIds } = row
  return {
    name,
    viewerViews,
    viewerHours,
    totalImpressions,
    priority,
    cpm,
    currency,
    countries,
    deviceTypes,
    tags,
    streamIds,
    channelIds,
    startsAt: row.startsAt.toISOString(),
    endsAt: row.endsAt.toISOString(),
  }
}

const auditOf = (row: CampaignRow): Record<string, unknown> => ({ ...viewFields(row) })

const unique = <T>(items: readonly T[]): T[] => [...new Set(items)]

type Known<T> = { [K in keyof T]: Exclude<T[K], undefined> }

function withoutUndefined<T extends object>(given: T): Known<T> {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as Known<T>
}

function searchTextOf({ name, tags }: Pick<CampaignRow, 'name' | 'tags'>): string {
  return fold([name, ...tags].join(' '))
}

/** Serializes creations with a lock, so that they cannot exceed the limit together. @throws problem campaign-limit */
async function assertBelowLimit(tx: Transaction, environmentId: string): Promise<void> {
  await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`campaigns ${environmentId}`}, 0))`)
  const existing = await tx.$count(campaigns, eq(campaigns.environmentId, environmentId))
  if (existing >= campaignLimits.campaigns) throw problem('campaign-limit')
}

async function recordCampaign(
  tx: Transaction,
  caller: Caller,
  { id, name }: Pick<CampaignRow, 'id' | 'name'>,
  verb: 'created' | 'updated' | 'paused' | 'resumed' | 'deleted',
  values: ChangedValues,
  at: Date,
): Promise<void> {
  await recordChange(
    tx,
    caller,
    { object: { type: 'campaign', id, name }, audit: { action: `campaign.${verb}`, ...values } },
    at,
  )
}
