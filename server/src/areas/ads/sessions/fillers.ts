import type { AdFiller } from '@kinora/contract'
import { hideSecrets } from '../../../platform/net/address-secrets.ts'
import type { ChannelRow } from '../channels/channel-row.ts'
import type { WantedCreative } from '../creatives/demand.ts'
import { hashOf } from '../creatives/shape.ts'
import type { CreativeRow } from '../creatives/tables.ts'
import type { StoredAd } from '../decisions/decision.ts'

/** A channel's own videos for breaks, by URL. */
export interface Fillers {
  /** House ads, for breaks in which no ad is inserted. */
  readonly house: readonly string[]
  readonly openingBumper: string | null
  readonly closingBumper: string | null
  /** Slate, repeated until the end of a live break. */
  readonly slate: string | null
}

export const noFillers: Fillers = { house: [], openingBumper: null, closingBumper: null, slate: null }

export function fillersOf(channel: ChannelRow): Fillers {
  const { houseAdUrls: house, openingBumperUrl, closingBumperUrl, slateUrl } = channel
  return { house, openingBumper: openingBumperUrl, closingBumper: closingBumperUrl, slate: slateUrl }
}

/** Creatives that have to be encoded for the fillers. */
export function fillerCreatives({ house, openingBumper, closingBumper, slate }: Fillers): WantedCreative[] {
  const urls = [...house, openingBumper, closingBumper, slate].filter((url) => url !== null)
  return urls.map((mediaUrl) => ({ key: hashOf(mediaUrl), mediaUrl, isChosen: true }))
}

/** Maximum number of slates in a break, because each is stored with the decision. */
const MAX_SLATES = 60

/**
 * Adds fillers to the ads of a break, if they are encoded and fit: house ads if no ad is inserted, bumpers around ads, and the slate
 * after them.
 * @param availableS length of the break @param toleranceS time by which ads can exceed it @param isLive whether slates fill it
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
    const shown = {
      adId: null,
      title: null,
      adSystem: null,
      mediaUrl: url && hideSecrets(url),
      durationS,
      skipped: null,
    }
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

/** The video cut after the last segment that fits into `mostS`. */
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
