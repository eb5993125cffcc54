import {
  type CampaignCreative,
  campaignLimits,
  type createCreativeBody,
  type updateCreativeBody,
} from '@kinora/contract'
import { and, asc, eq, type SQL } from 'drizzle-orm'
import type * as z from 'zod/mini'
import type { Caller, Scope } from '../../../platform/auth.ts'
import type { Queryable, Transaction } from '../../../platform/database/database.ts'
import { uuidv7 } from '../../../platform/database/ids.ts'
import { applyPatch } from '../../../platform/database/patch.ts'
import { rowOf } from '../../../platform/database/row-of.ts'
import { changesBetween } from '../../../platform/events/audit.ts'
import { changeRecorder } from '../../../platform/events/changes.ts'
import { assertFetchable } from '../../../platform/net/fetchable.ts'
import { openAddress, shownAddress, storeAddress } from '../../../platform/net/stored-address.ts'
import type { Platform } from '../../../platform/platform.ts'
import { problem } from '../../../platform/problem.ts'
import { preparedFiles } from '../../ads/index.ts'
import { advertiserOf } from '../advertisers/own-advertiser.ts'
import { advertisers } from '../advertisers/tables.ts'
import { getCampaign, lockedCampaign } from '../campaigns/campaigns.ts'
import { campaigns } from '../campaigns/tables.ts'
import { removeCopy } from './copy-keys.ts'
import { fetchLater } from './jobs.ts'
import { campaignCreatives } from './tables.ts'

type Context = Pick<Platform, 'db' | 'clock' | 'config' | 'jobs' | 'secrets'>
type Views = Pick<Context, 'secrets'> & { readonly db: Queryable }
export type CreativeRow = typeof campaignCreatives.$inferSelect

/** IDs of a creative and its campaign. */
export interface CreativeRef {
  readonly id: string
  readonly creativeId: string
}

/** Lists the creatives of a campaign, oldest first. @throws problem not-found */
export async function listCreatives(
  context: Pick<Context, 'db' | 'clock' | 'secrets'>,
  scope: Scope,
  campaignId: string,
): Promise<CampaignCreative[]> {
  await getCampaign(context, scope, campaignId)
  const { environmentId } = scope
  const ofCampaign = and(
    eq(campaignCreatives.environmentId, environmentId),
    eq(campaignCreatives.campaignId, campaignId),
  )
  const rows = await selectCreatives(context.db, environmentId, ofCampaign)
    .orderBy(asc(campaignCreatives.id))
    .limit(campaignLimits.creatives)
  return creativeViews(context, scope, rows)
}

/** @throws problem not-found, url-not-allowed, creative-limit */
export async function createCreative(
  context: Context,
  caller: Caller,
  campaignId: string,
  given: z.output<typeof createCreativeBody>,
): Promise<CampaignCreative> {
  const { actor, scope } = caller
  const { environmentId } = scope
  await assertFetchable(context, given.mediaUrl)
  return context.db.transaction(async (tx) => {
    const at = context.clock.now()
    const campaign = await lockedCampaign(tx, scope, campaignId)
    const ofCampaign = and(
      eq(campaignCreatives.environmentId, environmentId),
      eq(campaignCreatives.campaignId, campaign.id),
    )
    const existing = await tx.$count(campaignCreatives, ofCampaign)
    if (existing >= campaignLimits.creatives) throw problem('creative-limit')
    const row = {
      id: uuidv7(at.getTime()),
      environmentId,
      campaignId: campaign.id,
      ...given,
      mediaUrl: storeAddress(context.secrets, given.mediaUrl),
      addedBy: actor.name,
      createdAt: at,
      ...waiting(at),
    }
    await tx.insert(campaignCreatives).values(row)
    await fetchLater(context, tx, row)
    await recordCreative(tx, caller, row, 'submitted', { after: editableOf(row) }, at)
    return getCreative({ ...context, db: tx }, scope, row.id)
  })
}

/** Omitted fields stay unchanged. A new file or landing page needs a new review. @throws problem not-found, url-not-allowed */
export async function updateCreative(
  context: Context,
  caller: Caller,
  ref: CreativeRef,
  change: z.output<typeof updateCreativeBody>,
): Promise<CampaignCreative> {
  if (change.mediaUrl !== undefined) await assertFetchable(context, change.mediaUrl)
  return context.db.transaction(async (tx) => {
    const at = context.clock.now()
    const before = await lockedCreative(tx, caller.scope, ref)
    const { mediaUrl: known } = before
    const mediaUrl =
      change.mediaUrl === undefined ? known : storeAddress(context.secrets, change.mediaUrl, known)
    const fields = { ...applyPatch(editableOf(before), change), mediaUrl: shownAddress(mediaUrl) }
    const changes = changesBetween(editableOf(before), fields)
    const isSameFile = mediaUrl === known
    if (changes !== null || !isSameFile) {
      const isSame = isSameFile && fields.clickThroughUrl === before.clickThroughUrl
      const row = {
        ...before,
        ...fields,
        mediaUrl,
        ...(!isSame && waiting(at)),
        ...(!isSameFile && { fileHash: null, fileName: null }),
      }
      await tx.update(campaignCreatives).set(row).where(rowOf(campaignCreatives, before))
      if (!isSameFile) {
        await removeCopy(context, tx, before)
        await fetchLater(context, tx, row)
      }
      await recordCreative(tx, caller, row, isSame ? 'updated' : 'submitted', { ...changes }, at)
    }
    return getCreative({ ...context, db: tx }, caller.scope, before.id)
  })
}

/** @throws problem not-found */
export async function deleteCreative(
  { db, clock, jobs }: Context,
  caller: Caller,
  ref: CreativeRef,
): Promise<void> {
  await db.transaction(async (tx) => {
    const row = await lockedCreative(tx, caller.scope, ref)
    await tx.delete(campaignCreatives).where(rowOf(campaignCreatives, row))
    await removeCopy({ clock, jobs }, tx, row)
    await recordCreative(tx, caller, row, 'deleted', { before: editableOf(row) }, clock.now())
  })
}

/** Locks a creative of a campaign that the caller may see. @throws problem not-found */
export async function lockedCreative(
  tx: Transaction,
  scope: Scope,
  { id, creativeId }: CreativeRef,
): Promise<CreativeRow> {
  const campaign = await lockedCampaign(tx, scope, id)
  const isIt = and(
    rowOf(campaignCreatives, { id: creativeId, environmentId: campaign.environmentId }),
    eq(campaignCreatives.campaignId, campaign.id),
  )
  const [row] = await tx.select().from(campaignCreatives).where(isIt)
  if (row === undefined) throw problem('not-found')
  return row
}

export async function getCreative(
  { db, secrets }: Views,
  scope: Scope,
  id: string,
): Promise<CampaignCreative> {
  const isIt = rowOf(campaignCreatives, { id, environmentId: scope.environmentId })
  const [view] = await creativeViews(
    { db, secrets },
    scope,
    await selectCreatives(db, scope.environmentId, isIt),
  )
  if (view === undefined) throw problem('not-found')
  return view
}

/** Selects creatives with what their views need. */
export function selectCreatives(db: Queryable, environmentId: string, where: SQL | undefined) {
  return db
    .select({ row: campaignCreatives, campaignName: campaigns.name, advertiserName: advertisers.name })
    .from(campaignCreatives)
    .innerJoin(campaigns, eq(campaigns.id, campaignCreatives.campaignId))
    .innerJoin(advertisers, eq(advertisers.id, campaigns.advertiserId))
    .where(and(eq(campaigns.environmentId, environmentId), where))
}

type SelectedCreative = Awaited<ReturnType<typeof selectCreatives>>[number]

/** Views of creatives for the caller. People of the publisher are hidden from advertisers. */
export async function creativeViews(
  { db, secrets }: Views,
  scope: Scope,
  rows: readonly SelectedCreative[],
): Promise<CampaignCreative[]> {
  const urls = rows.map(({ row }) => openAddress(secrets, row.mediaUrl))
  const files = await preparedFiles(db, scope.environmentId, urls)
  return rows.map(({ row: { environmentId: _, fileName: _name, ...row }, ...names }, n) => ({
    ...row,
    ...names,
    mediaUrl: shownAddress(row.mediaUrl),
    ...(advertiserOf(scope) !== null && { addedBy: null, reviewedBy: null }),
    durationS: files.get(urls[n] ?? '')?.durationS ?? null,
    submittedAt: row.submittedAt.toISOString(),
    reviewedAt: row.reviewedAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
  }))
}

/** Editable fields as people see them, which the audit trail records. */
function editableOf({ name, mediaUrl, clickThroughUrl, skipAfterS }: Editable) {
  return { name, mediaUrl: shownAddress(mediaUrl), clickThroughUrl, skipAfterS }
}

/** Fields of a creative that waits for review. */
export function waiting(at: Date) {
  return { state: 'waiting', reason: null, submittedAt: at, reviewedBy: null, reviewedAt: null } as const
}

type Editable = Pick<CreativeRow, 'name' | 'mediaUrl' | 'clickThroughUrl' | 'skipAfterS'>

type RecordedCreative = Pick<
  CreativeRow,
  'id' | 'environmentId' | 'name' | 'campaignId' | 'state' | 'reason'
> &
  Partial<Pick<CreativeRow, 'fileHash'>>
type Verb = 'submitted' | 'updated' | 'approved' | 'rejected' | 'deleted'

/** Records a change in the audit trail, and as an event if it is about a review. */
export const recordCreative = changeRecorder((row: RecordedCreative, verb: Verb) => {
  const { id, environmentId, name, campaignId, state, reason, fileHash = null } = row
  const isReview = verb === 'submitted' || verb === 'approved' || verb === 'rejected'
  const data = { name, campaignId, state, reason, fileHash }
  return {
    environmentId,
    object: { type: 'campaign_creative', id, name },
    ...(isReview && { event: { type: `video.campaign_creative.${verb}` as const, data } }),
    action: `campaign_creative.${verb}`,
  }
})
