import type { AdBreakKind, AdFiller, AdSkipReason } from '@kinora/contract'
import type { BreakSplice } from '@kinora/media'
import type { AdOutput } from '../creatives/outputs.ts'
import type { AdLabels } from '../facts/fact.ts'
import type { Exchange } from '../vast/requests.ts'
import type { Tracking } from '../vast/vast.ts'
import type { Verification } from '../vast/verifications.ts'

export type SkipReason = AdSkipReason

/** An ad that was offered for a break, as it is stored with the decision. */
export interface StoredAd {
  readonly adId: string | null
  readonly title: string | null
  readonly adSystem: string | null
  readonly mediaUrl: string | null
  readonly durationS: number | null
  /** Null if it is inserted. */
  readonly skipped: SkipReason | null
  /** Set for a video of the channel itself. */
  readonly filler?: AdFiller
  /** Set for an ad of a campaign that has no place in the break: the log says why, and nothing counts it. */
  readonly isPassedOver?: true
  /** Set if it is inserted. */
  readonly inserted: InsertedAd | null
}

export interface InsertedAd {
  readonly creativeId: string
  readonly outputs: readonly AdOutput[]
  readonly tracking: readonly Tracking[]
  /** The page of the advertiser. Missing in older sessions. */
  readonly clickThroughUrl?: string | null
  /** Seconds after which viewers may skip it; null or missing if they may not. */
  readonly skipAfterS?: number | null
  /** What its reports say about it and its break. Missing in older sessions. */
  readonly macros?: Readonly<Record<string, string | number>>
  /** Missing in decisions from before ads were counted. */
  readonly labels?: AdLabels
  /** Set for an ad of a campaign: its creative. */
  readonly offeredCreativeId?: string
  /** Passed on to players in guided mode. Missing if there are none. */
  readonly verifications?: readonly Verification[]
  /** What it counts for, if it has frequency caps. */
  readonly capKeys?: readonly string[]
}

/** What was decided for a break. */
export interface Decision {
  /** In the session, from 0. */
  readonly position: number
  readonly kind: AdBreakKind
  /** Seconds of the video before it. */
  readonly atS: number
  readonly availableS: number
  /** Seconds of the video after which it goes on after ads. Null for where it stopped. */
  readonly returnS: number | null
  readonly filledS: number
  readonly reason: SkipReason | null
  /** An ad server was asked and answered without ads. This is counted with the decision, and not stored. */
  readonly hasEmptyAnswer?: boolean
  readonly tookMs: number
  readonly offered: readonly StoredAd[]
  readonly exchanges: readonly Exchange[]
  /** The break of a live stream. Null for one that was planned when the session began. */
  readonly cueId: string | null
  /** Where it is in a live stream, once it is over. */
  readonly splice: BreakSplice | null
}

/** What is inserted for a decision in order, with its index among what was offered. */
export function insertedAds({ offered }: Pick<Decision, 'offered'>) {
  return offered.flatMap(({ inserted, filler = null }, index) =>
    inserted === null ? [] : [{ index, filler, ad: inserted }],
  )
}

/** In seconds. */
export function lengthOf(output: AdOutput | undefined): number {
  return output?.segments.reduce((sum, each) => sum + each, 0) ?? 0
}
