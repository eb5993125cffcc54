import {
  type Campaign,
  campaignLimits,
  type createCampaignBody,
  type updateCampaignBody,
} from '@kinora/contract'
import { and, eq } from 'drizzle-orm'
import type * as z from 'zod/mini'
import type { Caller, Scope } from '../../../platform/auth.ts'
import type { Queryable, Transaction } from '../../../platform/database/database.ts'
import { fold } from '../../../platform/database/fold.ts'
import { uuidv7 } from '../../../platform/database/ids.ts'
import { matchesPhrase } from '../../../platform/database/like.ts'
import { loadPage, type PageQuery } from '../../../platform/database/page.ts'
import { applyPatch } from '../../../platform/database/patch.ts'
import { assertBelowLimit } from '../../../platform/database/row-limits.ts'
import { rowOf } from '../../../platform/database/row-of.ts'
import { changesBetween } from '../../../platform/events/audit.ts'
import { changeRecorder } from '../../../platform/events/changes.ts'
import type { Platform } from '../../../platform/platform.ts'
import { problem } from '../../../platform/problem.ts'
import { scheduleRemoval } from '../../library/index.ts'
import { copiesPrefix } from '../advertisers/file-prefix.ts'
import { advertiserOf } from '../advertisers/own-advertiser.ts'
import { advertisers } from '../advertisers/tables.ts'
import { campaignViews, selectCampaigns } from './campaign-views.ts'
import { isOwnCampaign } from './own-campaigns.ts'
import { campaigns } from './tables.ts'
import { assertTargets } from './targets.ts'

type Context = Pick<Platform, 'db' | 'clock' | 'playbackKey'>
export type CampaignRow = typeof campaigns.$inferSelect

interface ListQuery extends PageQuery {
  readonly phrase?: string | undefined
  readonly advertiserId?: string | undefined
}

const publisherFields = ['priority', 'cpm', 'currency', 'streamIds', 'channelIds'] as const
type PublisherFields = Pick<Fields, (typeof publisherFields)[number]>

/** Defaults of the fields that only the publisher sets. */
const defaults: PublisherFields = { priority: 5, cpm: null, currency: 'USD', streamIds: [], channelIds: [] }

/** A page of the campaigns that the caller may see, newest first. @throws problem not-found for an unknown advertiser */
export async function listCampaigns(
  context: Context,
  scope: Scope,
  { phrase, advertiserId, ...page }: ListQuery,
) {
  if (advertiserId !== undefined) await assertAdvertiser(context.db, scope, advertiserId)
  const where = and(
    eq(campaigns.environmentId, scope.environmentId),
    isOwnCampaign(scope),
    advertiserId === undefined ? undefined : eq(campaigns.advertiserId, advertiserId),
    matchesPhrase(campaigns.searchText, phrase),
  )
  return loadPage(page, {
    select: selectCampaigns(context.db, where),
    total: context.db.$count(campaigns, where),
    view: (rows) => campaignViews(context.clock, scope, rows),
  })
}

/** @throws problem not-found, also for campaigns of another advertiser */
export async function getCampaign(
  { db, clock }: Pick<Context, 'clock'> & { readonly db: Queryable },
  scope: Scope,
  id: string,
): Promise<Campaign> {
  const isIt = and(rowOf(campaigns, { id, environmentId: scope.environmentId }), isOwnCampaign(scope))
  const [view] = campaignViews(clock, scope, await selectCampaigns(db, isIt))
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
    ...editableOf({ ...fields, ...applyPatch(defaults, fields) }),
    searchText: searchTextOf(fields),
    addedBy: actor.name,
    createdAt: at,
  }
  assertFlight(row)
  await assertTargets(context, scope, row)
  return context.db.transaction(async (tx) => {
    await assertBelowLimit(tx, campaigns, eq(campaigns.environmentId, environmentId), {
      lock: `campaigns ${environmentId}`,
      most: campaignLimits.campaigns,
      problem: 'campaign-limit',
    })
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
  await assertTargets(context, caller.scope, change)
  return changeCampaign(context, caller, id, async (tx, before, at) => {
    const fields = editableOf(applyPatch(viewFields(before), change))
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
export async function deleteCampaign(
  platform: Context & Pick<Platform, 'jobs'>,
  caller: Caller,
  id: string,
): Promise<void> {
  await platform.db.transaction(async (tx) => {
    const row = await lockedCampaign(tx, caller.scope, id)
    await tx.delete(campaigns).where(rowOf(campaigns, row))
    const { environmentId } = row
    await scheduleRemoval(platform, tx, environmentId, copiesPrefix(environmentId, row.id))
    await recordCampaign(tx, caller, row, 'deleted', { before: auditOf(row) }, platform.clock.now())
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
function assertMaySet(scope: Scope, given: Partial<Record<keyof PublisherFields, unknown>>): void {
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

function searchTextOf({ name, tags }: Pick<CampaignRow, 'name' | 'tags'>): string {
  return fold([name, ...tags].join(' '))
}

type Verb = 'created' | 'updated' | 'paused' | 'resumed' | 'deleted'

const recordCampaign = changeRecorder(({ id, name }: CampaignRow, verb: Verb) => ({
  object: { type: 'campaign', id, name },
  action: `campaign.${verb}`,
}))
