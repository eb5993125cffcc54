import {
  type AdChannel,
  type AdServerState,
  adLimits,
  type createAdChannelBody,
  type updateAdChannelBody,
} from '@kinora/contract'
import { and, asc, desc, eq, isNotNull, or, type SQL, sql } from 'drizzle-orm'
import type * as z from 'zod/mini'
import type { Caller } from '../../../platform/auth.ts'
import type { Queryable, Transaction } from '../../../platform/database/database.ts'
import { fold } from '../../../platform/database/fold.ts'
import { publicId, uuidv7 } from '../../../platform/database/ids.ts'
import { matchesPhrase } from '../../../platform/database/like.ts'
import { loadPage, type PageQuery } from '../../../platform/database/page.ts'
import { applyPatch } from '../../../platform/database/patch.ts'
import { assertBelowLimit } from '../../../platform/database/row-limits.ts'
import { rowOf } from '../../../platform/database/row-of.ts'
import { changesBetween } from '../../../platform/events/audit.ts'
import type { Channel } from '../../../platform/events/bus.ts'
import { changeRecorder } from '../../../platform/events/changes.ts'
import { pageOrigin } from '../../../platform/http/origin.ts'
import { assertFetchable } from '../../../platform/net/fetchable.ts'
import type { Platform } from '../../../platform/platform.ts'
import { tokenView } from '../../../platform/playback-key.ts'
import { problem } from '../../../platform/problem.ts'
import { createPlaybackToken } from '../../delivery/index.ts'
import { showsKeptContent } from '../../library/index.ts'
import { adServerStates } from './ad-server-state.ts'
import { shownFields, storedAddresses } from './channel-addresses.ts'
import { type StoredChannel, streamIdOf } from './channel-row.ts'
import { type StreamFacts, streamFacts } from './stream-facts.ts'
import { adChannels } from './tables.ts'

/** The playback ID of an ad channel that changed. */
export const adChannelChanges: Channel = 'kinora_ad_channels'

type Context = Pick<Platform, 'db' | 'clock' | 'config' | 'playbackKey' | 'secrets'>
type Scope = Caller['scope']

interface ListQuery extends PageQuery {
  readonly phrase?: string | undefined
  readonly enabled?: 'true' | 'false' | undefined
  /** Limits the list to channels of this video or live stream. */
  readonly streamId?: string
}

/** A page of the channels whose videos the caller's role shows, newest first. @throws problem not-found for an unknown
 * or hidden video or live stream */
export async function listChannels(
  ads: Context,
  scope: Scope,
  { phrase, enabled, streamId, ...page }: ListQuery,
  origin: string,
) {
  if (streamId !== undefined) await getStream(ads, scope, streamId)
  const where = and(
    ownChannels(scope),
    streamId === undefined ? undefined : ofStream(scope, streamId),
    matchesPhrase(adChannels.searchText, phrase),
    enabled && eq(adChannels.enabled, enabled === 'true'),
  )
  return loadPage(page, {
    select: ads.db
      .select()
      .from(adChannels)
      .where(where)
      .orderBy(desc(adChannels.createdAt), asc(adChannels.id)),
    total: ads.db.$count(adChannels, where),
    view: (rows) => channelViews(ads, scope, rows, origin),
  })
}

/** @throws problem not-found, also if the caller's role hides its video */
export async function getChannel(db: Queryable, scope: Scope, id: string): Promise<StoredChannel> {
  const { environmentId } = scope
  const isIt = and(rowOf(adChannels, { id, environmentId }), ownChannels(scope))
  const [row] = await db.select().from(adChannels).where(isIt)
  if (row === undefined) throw problem('not-found')
  return row
}

/** @throws problem not-found for an unknown or hidden video or live stream, url-not-allowed, ad-channel-limit */
export async function createChannel(
  ads: Context,
  caller: Caller,
  { streamId, tags, ...given }: z.output<typeof createAdChannelBody>,
): Promise<StoredChannel> {
  const { environmentId } = caller.scope
  const at = ads.clock.now()
  const { type } = await getStream(ads, caller.scope, streamId)
  await assertTags(ads, given)
  const fields = { ...given, ...storedAddresses(ads.secrets, given, null), tags: [...new Set(tags)] }
  const row: StoredChannel = {
    id: uuidv7(at.getTime()),
    environmentId,
    ...(type === 'live'
      ? { contentId: null, livestreamId: streamId }
      : { contentId: streamId, livestreamId: null }),
    ...fields,
    enabled: true,
    playbackId: publicId(),
    searchText: searchTextOf(fields),
    addedBy: caller.actor.name,
    createdAt: at,
  }
  return ads.db.transaction(async (tx) => {
    await assertBelowLimit(tx, adChannels, eq(adChannels.environmentId, environmentId), {
      lock: `ad channels ${environmentId}`,
      most: adLimits.channels,
      problem: 'ad-channel-limit',
    })
    await tx.insert(adChannels).values(row)
    await recordChannel(
      tx,
      caller,
      row,
      'created',
      { after: { streamId, ...shownFields(editableOf(row)) } },
      at,
    )
    return row
  })
}

/** Omitted fields stay unchanged. @throws problem not-found, url-not-allowed */
export async function updateChannel(
  ads: Context,
  caller: Caller,
  id: string,
  change: z.output<typeof updateAdChannelBody>,
): Promise<StoredChannel> {
  await assertTags(ads, change)
  return changeChannel(ads, caller, id, async (tx, before, at) => {
    const fields = changedFields(ads, before, change)
    const changes = changesBetween(editableOf(before), fields)
    if (changes === null) return before
    const row = { ...before, ...fields, searchText: searchTextOf(fields) }
    await tx.update(adChannels).set(row).where(rowOf(adChannels, before))
    const shown = { before: shownFields(changes.before), after: shownFields(changes.after) }
    await recordChannel(tx, caller, row, 'updated', shown, at)
    return row
  })
}

/** Does nothing if the channel has this state already. @throws problem not-found */
export function enableChannel(
  ads: Context,
  caller: Caller,
  id: string,
  enabled: boolean,
): Promise<StoredChannel> {
  return changeChannel(ads, caller, id, async (tx, before, at) => {
    if (before.enabled === enabled) return before
    const row = { ...before, enabled }
    await tx
      .update(adChannels)
      .set({ enabled })
      .where(and(rowOf(adChannels, before), eq(adChannels.enabled, before.enabled)))
    await recordChannel(tx, caller, row, enabled ? 'enabled' : 'disabled', {}, at)
    return row
  })
}

/** @throws problem not-found */
export async function deleteChannel(ads: Context, caller: Caller, id: string): Promise<void> {
  await changeChannel(ads, caller, id, async (tx, row, at) => {
    await tx.delete(adChannels).where(rowOf(adChannels, row))
    await recordChannel(tx, caller, row, 'deleted', { before: shownFields(editableOf(row)) }, at)
    return row
  })
}

/** The API's view. @param origin public scheme and host @throws problem not-found if its video is gone */
export async function channelView(
  ads: Context,
  scope: Scope,
  row: StoredChannel,
  origin: string,
): Promise<AdChannel> {
  const [view] = await channelViews(ads, scope, [row], origin)
  if (view === undefined) throw problem('not-found')
  return view
}

async function channelViews(
  ads: Context,
  scope: Scope,
  rows: readonly StoredChannel[],
  origin: string,
): Promise<AdChannel[]> {
  const ids = rows.map(({ id }) => id)
  const [streams, states] = await Promise.all([
    streamFacts(ads, scope, rows.map(streamIdOf), origin),
    adServerStates(ads, scope.environmentId, ids),
  ])
  const views = rows.map(async (row) => {
    const stream = streams.get(streamIdOf(row))
    return stream === undefined ? [] : [await viewOf(ads, row, stream, states.get(row.id) ?? null, origin)]
  })
  return (await Promise.all(views)).flat()
}

async function viewOf(
  ads: Context,
  row: StoredChannel,
  stream: StreamFacts,
  adServerState: AdServerState | null,
  origin: string,
): Promise<AdChannel> {
  const { contentId: _content, livestreamId: _stream, searchText: _, createdAt, ...fields } = row
  const token = await createPlaybackToken(ads, { ...stream, playbackId: row.playbackId })
  return {
    ...shownFields(fields),
    streamId: stream.id,
    streamTitle: stream.title,
    type: stream.type,
    adServerState,
    finalUrl: `${origin}/play/${row.playbackId}.m3u8`,
    playbackUrl: `${pageOrigin(origin, ads.config)}/watch/${row.playbackId}`,
    embedUrl: `${pageOrigin(origin, ads.config)}/embed/${row.playbackId}`,
    thumbnailUrl: stream.posterUrl,
    playbackToken: tokenView(token),
    createdAt: createdAt.toISOString(),
  }
}

/** @throws problem not-found */
async function getStream(ads: Context, scope: Scope, id: string): Promise<StreamFacts> {
  const stream = (await streamFacts(ads, scope, [id], '')).get(id)
  if (stream === undefined) throw problem('not-found')
  return stream
}

function ofStream({ environmentId }: Scope, id: string): SQL | undefined {
  return and(
    eq(adChannels.environmentId, environmentId),
    or(eq(adChannels.contentId, id), eq(adChannels.livestreamId, id)),
  )
}

/** Channels of the environment that the caller's role shows, without those of trashed videos. */
function ownChannels(scope: Scope): SQL | undefined {
  const isShown = or(isNotNull(adChannels.livestreamId), showsKeptContent(scope, adChannels.contentId))
  return and(eq(adChannels.environmentId, scope.environmentId), isShown)
}

/** Changes a channel under its row lock, and notifies delivery. @throws problem not-found */
async function changeChannel(
  { db, clock }: Context,
  caller: Caller,
  id: string,
  change: (tx: Transaction, row: StoredChannel, at: Date) => Promise<StoredChannel>,
): Promise<StoredChannel> {
  return db.transaction(async (tx) => {
    const { environmentId } = caller.scope
    await tx.select().from(adChannels).where(rowOf(adChannels, { id, environmentId })).for('update')
    const row = await change(tx, await getChannel(tx, caller.scope, id), clock.now())
    await tx.execute(sql`SELECT pg_notify(${adChannelChanges}, ${row.playbackId})`)
    return row
  })
}

/** @throws problem url-not-allowed */
async function assertTags(
  ads: Context,
  { houseAdUrls = [], ...given }: z.output<typeof updateAdChannelBody>,
): Promise<void> {
  const { prerollAdTagUrl, midrollAdTagUrl, vmapUrl, openingBumperUrl, closingBumperUrl, slateUrl } = given
  const others = [prerollAdTagUrl, midrollAdTagUrl, vmapUrl, openingBumperUrl, closingBumperUrl, slateUrl]
  for (const url of [...others, ...houseAdUrls]) if (url) await assertFetchable(ads, url)
}

/** Editable fields, which the audit trail records. */
function editableOf(row: StoredChannel) {
  const { name, preroll, maxPrerollDurationS, prerollAdTagUrl, midrollAdTagUrl, adServerTimeoutMs } = row
  const { allowSeekOverAds, tracking, cpm, currency, tags } = row
  const { houseAdUrls, openingBumperUrl, closingBumperUrl, slateUrl, vmapUrl, metadata } = row
  const { frequencyCap, competitiveSeparation, personalizationThresholdS } = row
  const { availSuppression, availSuppressionS, campaigns } = row
  return {
    name,
    preroll,
    maxPrerollDurationS,
    prerollAdTagUrl,
    midrollAdTagUrl,
    adServerTimeoutMs,
    allowSeekOverAds,
    tracking,
    cpm,
    currency,
    tags,
    houseAdUrls,
    openingBumperUrl,
    closingBumperUrl,
    slateUrl,
    vmapUrl,
    metadata,
    frequencyCap,
    competitiveSeparation,
    personalizationThresholdS,
    availSuppression,
    availSuppressionS,
    campaigns,
  }
}

function changedFields(
  { secrets }: Context,
  before: StoredChannel,
  change: z.output<typeof updateAdChannelBody>,
) {
  const tags = change.tags && [...new Set(change.tags)]
  return applyPatch(editableOf(before), { ...change, ...storedAddresses(secrets, change, before), tags })
}

function searchTextOf({ name, tags }: Pick<StoredChannel, 'name' | 'tags'>): string {
  return fold([name, ...tags].join(' '))
}

type Verb = 'created' | 'updated' | 'enabled' | 'disabled' | 'deleted'

/** Records a change as an event and in the audit trail. Ad tags can hold keys, so events leave them out. */
const recordChannel = changeRecorder((row: StoredChannel, verb: Verb) => {
  const { id, name, enabled, playbackId } = row
  return {
    object: { type: 'ad_channel', id, name },
    event: {
      type: `video.ad_channel.${verb}`,
      data: { name, streamId: streamIdOf(row), enabled, playbackId },
    },
    action: `ad_channel.${verb}`,
  }
})
