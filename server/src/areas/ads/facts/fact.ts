import type { AdBreakKind, AdRequestOutcome } from '@kinora/contract'
import type { ViewerFacts } from '../offers/viewers.ts'

/** Measures of ads, which analytics adds up. */
export const adMeasures = [
  'sessions',
  'breaks',
  'availableMs',
  'filledMs',
  'emptyAnswers',
  'errors',
  'skips',
  'offered',
  'inserted',
  'impressions',
  'firstQuartiles',
  'midpoints',
  'thirdQuartiles',
  'completes',
  'revenueNanos',
] as const
type AdMeasure = (typeof adMeasures)[number]

/** A fact for analytics. Missing measures are 0. */
export interface AdFact extends Partial<Readonly<Record<AdMeasure, number>>> {
  readonly channelId: string
  readonly viewer: ViewerFacts
  /** Set if the viewer counts as a unique viewer. */
  readonly countsViewer?: true
  readonly campaign?: string
  readonly advertiser?: string
  readonly adSystem?: string
  readonly breakKind?: AdBreakKind
  readonly reason?: string
  readonly currency?: string
}

/** A request to an ad server. */
export interface AdRequestFact {
  readonly channelId: string
  readonly viewer: ViewerFacts
  readonly breakKind: AdBreakKind
  /** Host of the ad server. */
  readonly adServer: string
  readonly outcome: AdRequestOutcome
  /** HTTP status. 0 without a response. */
  readonly status: number
  readonly tookMs: number
}
