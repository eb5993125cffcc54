import type { AdBreakKind, AdFiller, AdSkipReason } from '@kinora/contract'
import type { BreakSplice } from '@kinora/media'
import type { AdOutput } from '../creatives/outputs.ts'
import type { Earnings } from '../vast/pricing.ts'
import type { Exchange } from '../vast/requests.ts'
import type { Tracking } from '../vast/vast.ts'
import type { Verification } from '../vast/verifications.ts'

/** Dimensions of an ad. They are stored with the ad, so its events can be counted without its decision. */
export interface AdLabels {
  /** ID of the ad. */
  readonly campaign: string
  readonly advertiser: string
  readonly adSystem: string
  readonly breakKind: AdBreakKind
  readonly earnings: Earnings | null
}

export type SkipReason = AdSkipReason

/** An ad that was offered for a break, as it is stored with the decision. */
export interface StoredAd {
  readonly adId: string | null
  readonly title: string | null
  readonly adSystem: string | null
  readonly mediaUrl: string | null
  readonly durationS: number | null
  /** Null if the ad is inserted. */
  readonly skipped: SkipReason | null
  /** Set for a house ad, bumper or slate of the channel. */
  readonly filler?: AdFiller
  /** Set for a campaign's ad that did not fit or was excluded. It is logged with the reason, but not counted. */
  readonly isPassedOver?: true
  /** Null if the ad is skipped. */
  readonly inserted: InsertedAd | null
}

export interface InsertedAd {
  readonly creativeId: string
  readonly outputs: readonly AdOutput[]
  readonly tracking: readonly Tracking[]
  /** URL of the landing page. Missing in older sessions. */
  readonly clickThroughUrl?: string | null
  /** Seconds after which viewers can skip the ad. Null or missing if they cannot. */
  readonly skipAfterS?: number | null
  /** Macros of the ad and its break for tracking URLs. Missing in older sessions. */
  readonly macros?: Readonly<Record<string, string | number>>
  /** Dimensions for counting. Missing in older decisions. */
  readonly labels?: AdLabels
  /** ID of the creative, for a campaign's ad. */
  readonly offeredCreativeId?: string
  /** Open Measurement scripts for players in guided mode. Missing if there are none. */
  readonly verifications?: readonly Verification[]
  /** Keys of its frequency caps. */
  readonly capKeys?: readonly string[]
}

/** Decision about the ads of a break. */
export interface Decision {
  /** Index of the break in the session, from 0. */
  readonly position: number
  readonly kind: AdBreakKind
  /** Time of the break in the video in seconds. For a live break, Unix time in seconds. */
  readonly atS: number
  readonly availableS: number
  /** Time at which the video resumes after ads. Null: where it stopped. */
  readonly returnS: number | null
  readonly filledS: number
  readonly reason: SkipReason | null
  /** Whether an ad server was asked and had no ads, even if a campaign fills the break. It is counted with the decision,
   * and not stored. */
  readonly hasEmptyAnswer?: boolean
  readonly tookMs: number
  readonly offered: readonly StoredAd[]
  readonly exchanges: readonly Exchange[]
  /** ID of a live break. Null for breaks of videos and for pre-rolls. */
  readonly cueId: string | null
  /** Splice in the live stream. Stored when the break begins and when it ends. */
  readonly splice: BreakSplice | null
  /** Times that the ad server may be asked again. 0 if it has answered, or if players have got a playlist that cannot change. */
  readonly retriesLeft: number
}

/** Whether the ad server of a break has not answered and can be asked again. */
export function isOpen({ retriesLeft }: Pick<Decision, 'retriesLeft'>): boolean {
  return retriesLeft > 0
}

/** Whether players in guided mode get a break without ads yet. They replace the video up to its return even if there are none. */
export function isAwaited(decision: Pick<Decision, 'retriesLeft' | 'returnS'>): boolean {
  return isOpen(decision) && decision.returnS === null
}

/** Inserted ads of a decision in order, each with its index in `offered`. */
export function insertedAds({ offered }: Pick<Decision, 'offered'>) {
  return offered.flatMap(({ inserted, filler = null }, index) =>
    inserted === null ? [] : [{ index, filler, ad: inserted }],
  )
}

/** Length of an output, in seconds. */
export function lengthOf(output: Pick<AdOutput, 'segments'> | undefined): number {
  return output?.segments.reduce((sum, each) => sum + each, 0) ?? 0
}
