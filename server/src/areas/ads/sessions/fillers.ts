import type { AdFiller } from '@kinora/contract'
import type { ChannelRow } from '../channels/channel-row.ts'
import type { WantedCreative } from '../creatives/demand.ts'
import { hashOf } from '../creatives/shape.ts'
import type { CreativeRow } from '../creatives/tables.ts'
import type { StoredAd } from './decision.ts'

/** Videos of a channel that no ad server offers. */
export interface Fillers {
  /** Shown when an ad server has nothing, in turn. */
  readonly house: readonly string[]
  readonly openingBumper: string | null
  readonly closingBumper: string | null
  /** Shown again and again until a break of a live stream is over. */
  readonly slate: string | null
}

export const noFillers: Fillers = { house: [], openingBumper: null, closingBumper: null, slate: null }

export function fillersOf(channel: ChannelRow): Fillers {
  const { houseAdUrls: house, openingBumperUrl, closingBumperUrl, slateUrl } = channel
  return { house, openingBumper: openingBumperUrl, closingBumper: closingBumperUrl, slate: slateUrl }
}

/** What has to be ready for them. */
export function fillerCreatives({ house, openingBumper, closingBumper, slate }: Fillers): WantedCreative[] {
  const urls = [...house, openingBumper, closingBumper, slate].filter((url) => url !== null)
  return urls.map((mediaUrl) => ({ key: hashOf(mediaUrl), mediaUrl, isChosen: true }))
}

/** A break has at most so many slates: each is stored with the decision. */
const MAX_SLATES = 60

/**
 * Adds the channel's own videos to what an ad server offered: house ads if it has nothing, bumpers around ads, and the slate after
 * them. Only those that are ready and fit.
 * @param availableS length of the break @param toleranceS by which it may be longer @param isLive the break has to be filled
 */
export function withFillers(
  offered: readonly StoredAd[],
  fillers: Fillers,
  readyOf: (key: string) => CreativeRow | undefined,
  { availableS, toleranceS, isLive }: { availableS: number; toleranceS: number; isLive: boolean },
): StoredAd[] {
  let leftS = availableS + toleranceS
  for (const { inserted, durationS } of offered) if (inserted !== null) leftS -= durationS ?? 0

  function take(url: string | null, filler: AdFiller): StoredAd[] {
    const creative = url === null ? undefined : readyOf(hashOf(url))
    if (creative === undefined) return []
    const isCut = filler === 'slate' && (creative.durationS ?? 0) > leftS
    const { durationS, outputs } = isCut ? beginningOf(creative, leftS) : creative
    if (durationS === null || durationS <= 0 || durationS > leftS) return []
    leftS -= durationS
    const { id: creativeId } = creative
    const inserted = { creativeId, outputs, tracking: [] }
    const shown = { adId: null, title: null, adSystem: null, mediaUrl: url, durationS, skipped: null }
    return [{ ...shown, filler, inserted }]
  }

  const isEmpty = offered.every(({ inserted }) => inserted === null)
  const house = isEmpty ? fillers.house.flatMap((url) => take(url, 'house')) : []
  const ads = [...offered, ...house]
  const hasAds = ads.some(({ inserted }) => inserted !== null)
  const opening = hasAds ? take(fillers.openingBumper, 'bumper') : []
  const closing = hasAds ? take(fillers.closingBumper, 'bumper') : []
  const slates: StoredAd[] = []
  while (isLive && slates.length < MAX_SLATES) {
    const [slate] = take(fillers.slate, 'slate')
    if (slate === undefined) break
    slates.push(slate)
  }
  return [...opening, ...ads, ...slates, ...closing]
}

/** The first segments of a video that fit into a time. */
function beginningOf({ outputs }: CreativeRow, mostS: number): Pick<CreativeRow, 'durationS' | 'outputs'> {
  const segments = outputs.find(({ type }) => type === 'video')?.segments ?? []
  let [count, durationS] = [0, 0]
  for (const each of segments) {
    if (durationS + each > mostS) break
    count += 1
    durationS += each
  }
  return { durationS, outputs: outputs.map((each) => ({ ...each, segments: each.segments.slice(0, count) })) }
}
