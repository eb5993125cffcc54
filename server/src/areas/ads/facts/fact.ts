import type { AdBreakKind, AdRequestOutcome } from '@kinora/contract'
import type { Earnings } from './pricing.ts'
import type { ViewerFacts } from './viewers.ts'

/** What is added up. */
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

/** What an ad is counted by. It is stored with the ad, so events of it can be counted without its decision. */
export interface AdLabels {
  /** The ad's ID. */
  readonly campaign: string
  readonly advertiser: string
  readonly adSystem: string
  readonly breakKind: AdBreakKind
  readonly earnings: Earnings | null
}

/** Something that counts. Measures that are left out are 0. */
export interface AdFact extends Partial<Readonly<Record<AdMeasure, number>>> {
  readonly channelId: string
  readonly viewer: ViewerFacts
  /** Whether the viewer counts. */
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
  /** The host. */
  readonly adServer: string
  readonly outcome: AdRequestOutcome
  /** Of HTTP. 0 if there was no answer. */
  readonly status: number
  readonly tookMs: number
}
