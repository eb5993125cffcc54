import type { campaignDeviceTypes } from '@kinora/contract'

/** An approved creative of a campaign. */
export interface ChoosableCreative {
  readonly id: string
  readonly impressionsToday: number
  /** Length in seconds. Null until the file is encoded for a video. */
  readonly durationS: number | null
  /** Whether encoding failed. */
  readonly isFailed: boolean
}

/** A campaign that is not paused, with its approved creatives. */
export interface Choosable<C extends ChoosableCreative = ChoosableCreative> {
  readonly id: string
  readonly startsAt: Date
  readonly endsAt: Date
  readonly priority: number
  readonly totalImpressions: number | null
  readonly impressions: number
  /** Impressions that are kept for ads on their way. */
  readonly reserved: number
  readonly impressionsToday: number
  /** Target countries. Empty lists of targets do not limit. */
  readonly countries: readonly string[]
  readonly deviceTypes: readonly (typeof campaignDeviceTypes)[number][]
  readonly tags: readonly string[]
  readonly streamIds: readonly string[]
  readonly channelIds: readonly string[]
  readonly creatives: readonly C[]
}

/** A viewer, content and break to choose campaigns for. */
export interface Watching {
  readonly now: Date
  /** Empty if unknown. Then campaigns with target countries are not shown. */
  readonly country: string
  readonly deviceType: string
  /** Tags of the video or live stream, and of the ad channel. */
  readonly tags: readonly string[]
  readonly streamId: string
  readonly channelId: string
  /** Index of the break in the session, from 0. */
  readonly position: number
  /** Maximum length of a creative, in seconds. */
  readonly lengthS: number
}

/** Maximum number of creatives of a campaign for a break. The first that is ready is shown. */
const MOST_CREATIVES = 3

/**
 * Chooses campaigns for a break, each with some creatives: by priority, then by fewest impressions today. Breaks of a session are
 * decided together, so each break begins with another campaign of the highest priority. Campaigns whose files are all failed or too
 * long come last: they do not displace others, but are logged.
 */
export function chooseCampaigns<C extends ChoosableCreative, T extends Choosable<C>>(
  campaigns: readonly T[],
  watching: Watching,
): { campaign: T; creatives: C[] }[] {
  const wanted = campaigns.filter(
    (campaign) => isRunning(campaign, watching.now) && isMeant(campaign, watching),
  )
  const byPriority = Map.groupBy(wanted, ({ priority }) => priority)
  const inOrder = [...byPriority]
    .sort(([a], [b]) => b - a)
    .flatMap(([, same]) => inTurn(same, watching.position))
    .map((campaign) => ({ campaign, creatives: creativesFor(campaign, watching) }))
    .filter(({ creatives }) => creatives.length > 0)
  return usableFirst(inOrder, ({ creatives }) => creatives.some((each) => isUsable(each, watching)))
}

function creativesFor<C extends ChoosableCreative>(
  { creatives }: { readonly creatives: readonly C[] },
  watching: Watching,
): C[] {
  const inOrder = inTurn(creatives, watching.position)
  return usableFirst(inOrder, (each) => isUsable(each, watching)).slice(0, MOST_CREATIVES)
}

/** Whether a creative has not failed, and fits if its length is known. */
function isUsable({ durationS, isFailed }: ChoosableCreative, { lengthS }: Watching): boolean {
  return !isFailed && (durationS === null || durationS <= lengthS)
}

function usableFirst<T>(items: readonly T[], isIt: (item: T) => boolean): T[] {
  return [...items.filter(isIt), ...items.filter((item) => !isIt(item))]
}

function isRunning(campaign: Choosable, now: Date): boolean {
  return campaign.startsAt <= now && now < campaign.endsAt && hasImpressionsLeft(campaign)
}

export function hasImpressionsLeft({
  totalImpressions,
  impressions,
  reserved,
}: Pick<Choosable, 'totalImpressions' | 'impressions' | 'reserved'>): boolean {
  return totalImpressions === null || impressions + reserved < totalImpressions
}

function isMeant(campaign: Choosable, { country, deviceType, tags, streamId, channelId }: Watching): boolean {
  const { countries, deviceTypes, streamIds, channelIds } = campaign
  const known = new Set(tags.map(folded))
  const allows = (list: readonly string[], value: string) => list.length === 0 || list.includes(value)
  return (
    allows(countries, country) &&
    allows(deviceTypes, deviceType) &&
    allows(streamIds, streamId) &&
    allows(channelIds, channelId) &&
    (campaign.tags.length === 0 || campaign.tags.some((tag) => known.has(folded(tag))))
  )
}

const folded = (tag: string) => tag.trim().toLowerCase()

/** Sorts items by fewest impressions today, rotated by the index of the break. */
function inTurn<T extends { readonly id: string; readonly impressionsToday: number }>(
  items: readonly T[],
  position: number,
): T[] {
  const least = items.toSorted((a, b) => a.impressionsToday - b.impressionsToday || (a.id < b.id ? -1 : 1))
  const first = least.length === 0 ? 0 : position % least.length
  return [...least.slice(first), ...least.slice(0, first)]
}
