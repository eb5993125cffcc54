import type { MetricId } from '@kinora/contract'
import type { Definition } from './definition.ts'

type AdMetric = Extract<MetricId, `ad-${string}` | `ads-${string}` | 'empty-answers'>

const DECISIONS = { source: 'Decisions of ad sessions', table: 'ad_figures' } as const
const REQUESTS = { source: 'Requests to ad servers', table: 'ad_requests' } as const
const EVENTS = { source: 'Segments of ads that were delivered', table: 'ad_figures' } as const

/** Money of different currencies is not added up: then there is no value. */
const REVENUE = `if(uniqExactIf(currency, revenue_nanos != 0) > 1, NULL, intDiv(sum(revenue_nanos), 1000))`

/** Of ad sessions (server-side ad insertion). Each is a count of rows of the decision log. */
export const adDefinitions: Readonly<Record<AdMetric, Definition>> = {
  'ad-sessions': {
    name: 'Ad sessions',
    unit: 'count',
    definition: 'Playbacks of ad channels.',
    formula: 'Σ sessions',
    ...DECISIONS,
    ...{ sql: 'sum(sessions)', whole: 'ad-sessions' },
  },
  'ad-viewers': {
    name: 'Viewers of ad channels',
    unit: 'count',
    definition:
      'Different addresses with different browsers that played ad channels; of a campaign, those that got its ads. Estimated with an error below 1 %.',
    formula: 'distinct viewers',
    ...DECISIONS,
    ...{ sql: 'uniqCombined64If(17)(viewer_id, viewer_id != 0)', whole: 'ad-viewers' },
  },
  'ad-breaks': {
    name: 'Ad breaks',
    unit: 'count',
    definition: 'Breaks for which ad servers were asked.',
    formula: 'Σ breaks',
    ...DECISIONS,
    ...{ sql: 'sum(breaks)', whole: 'ad-breaks' },
  },
  'ads-offered': {
    name: 'Ads offered',
    unit: 'count',
    definition: 'Ads in the answers of ad servers.',
    formula: 'Σ ads offered',
    ...DECISIONS,
    ...{ sql: 'sum(offered)', whole: 'ads-offered' },
  },
  'ads-inserted': {
    name: 'Ads inserted',
    unit: 'count',
    definition: 'Ads that were put into playlists, whether or not the viewer came as far.',
    formula: 'Σ ads inserted',
    ...DECISIONS,
    ...{ sql: 'sum(inserted)', whole: 'ads-inserted' },
  },
  'ad-impressions': {
    name: 'Impressions',
    unit: 'count',
    definition: 'Ads whose first segment was delivered.',
    formula: 'Σ impressions',
    ...EVENTS,
    ...{ sql: 'sum(impressions)', whole: 'ad-impressions' },
  },
  'ad-fill-rate': {
    name: 'Fill rate',
    unit: 'percent',
    definition: 'Part of the time of breaks that inserted ads fill.',
    formula: 'Σ filled time ÷ Σ available time',
    ...DECISIONS,
    ...{ sql: '100 * sum(filled_ms) / sum(available_ms)', whole: 'ad-available-time' },
  },
  'empty-answers': {
    name: 'Empty answers',
    unit: 'count',
    definition: 'Breaks for which ad servers answered that they have no ad.',
    formula: 'Σ breaks with an empty answer',
    ...DECISIONS,
    ...{ sql: 'sum(empty_answers)', whole: 'empty-answers' },
  },
  'ad-skips': {
    name: 'Skips',
    unit: 'count',
    definition: 'Breaks without any offered ad, and offered ads that were not inserted. Each has a reason.',
    formula: 'Σ empty breaks + Σ ads not inserted',
    ...DECISIONS,
    ...{ sql: 'sum(skips)', whole: 'ad-skips' },
  },
  'ad-errors': {
    name: 'Ad errors',
    unit: 'count',
    definition: 'Breaks for which an ad server failed, and ads that have no file that can be played.',
    formula: 'Σ failed breaks + Σ failed ads',
    ...DECISIONS,
    ...{ sql: 'sum(errors)', whole: 'ad-errors' },
  },
  'ad-available-time': {
    name: 'Available ad time',
    unit: 'seconds',
    definition: 'Length of all breaks.',
    formula: 'Σ length of breaks',
    ...DECISIONS,
    ...{ sql: 'sum(available_ms) / 1000', whole: 'ad-available-time' },
  },
  'ad-filled-time': {
    name: 'Filled ad time',
    unit: 'seconds',
    definition: 'Length of all inserted ads.',
    formula: 'Σ length of inserted ads',
    ...DECISIONS,
    ...{ sql: 'sum(filled_ms) / 1000', whole: 'ad-filled-time' },
  },
  'ad-first-quartiles': {
    name: 'First quartiles',
    unit: 'count',
    definition: 'Ads of which the segment with the first quarter was delivered.',
    formula: 'Σ first quartiles',
    ...EVENTS,
    ...{ sql: 'sum(first_quartiles)', whole: 'ad-first-quartiles' },
  },
  'ad-midpoints': {
    name: 'Midpoints',
    unit: 'count',
    definition: 'Ads of which the segment with the middle was delivered.',
    formula: 'Σ midpoints',
    ...EVENTS,
    ...{ sql: 'sum(midpoints)', whole: 'ad-midpoints' },
  },
  'ad-third-quartiles': {
    name: 'Third quartiles',
    unit: 'count',
    definition: 'Ads of which the segment with the third quarter was delivered.',
    formula: 'Σ third quartiles',
    ...EVENTS,
    ...{ sql: 'sum(third_quartiles)', whole: 'ad-third-quartiles' },
  },
  'ad-completes': {
    name: 'Completes',
    unit: 'count',
    definition: 'Ads of which the last segment was delivered.',
    formula: 'Σ completes',
    ...EVENTS,
    ...{ sql: 'sum(completes)', whole: 'ad-completes' },
  },
  'ad-completion-rate': {
    name: 'Completion rate',
    unit: 'percent',
    definition: 'Part of the impressions that came to the end of the ad.',
    formula: 'Σ completes ÷ Σ impressions',
    ...EVENTS,
    ...{ sql: '100 * sum(completes) / sum(impressions)', whole: 'ad-impressions' },
  },
  'ad-revenue': {
    name: 'Ad revenue',
    unit: 'micros',
    definition:
      'What ads earned by their prices, in millionths of the currency: CPM for each impression, CPC for each click, CPV for each complete. Ads without a price have the CPM of their channel. Null if there are several currencies: filter or group by currency.',
    formula: 'Σ CPM ÷ 1000 of impressions + Σ CPC of clicks + Σ CPV of completes',
    ...EVENTS,
    ...{ sql: REVENUE, whole: 'ad-revenue' },
  },
  'ad-ecpm': {
    name: 'eCPM',
    unit: 'micros',
    definition:
      'What a thousand impressions of ads with a price earned, in millionths of the currency. Null if there are several currencies.',
    formula: '1000 × Σ revenue ÷ Σ impressions of ads with a price',
    ...EVENTS,
    ...{ sql: `1000 * ${REVENUE} / sumIf(impressions, currency != '')`, whole: 'ad-impressions' },
  },
  'ad-requests': {
    name: 'Ad requests',
    unit: 'count',
    definition:
      'Requests to ad servers, also those that answers of other ad servers name. Requests are not sent while an ad server that failed repeatedly is paused.',
    formula: 'Σ requests',
    ...REQUESTS,
    ...{ sql: 'sum(requests)', whole: 'ad-requests' },
  },
  'ad-requests-answered': {
    name: 'Answered ad requests',
    unit: 'count',
    definition: 'Requests to ad servers that were answered with valid VAST or VMAP, with ads or without.',
    formula: 'Σ answered requests',
    ...REQUESTS,
    ...{ sql: `sumIf(requests, outcome IN ('ads', 'empty'))`, whole: 'ad-requests' },
  },
  'ad-requests-empty': {
    name: 'Empty VAST responses',
    unit: 'count',
    definition: 'Requests to ad servers that were answered without an ad.',
    formula: 'Σ requests with an empty answer',
    ...REQUESTS,
    ...{ sql: `sumIf(requests, outcome = 'empty')`, whole: 'ad-requests' },
  },
  'ad-requests-failed': {
    name: 'Failed ad requests',
    unit: 'count',
    definition:
      'Requests to ad servers that failed, or whose answer cannot be used. Those that took too long are counted on their own.',
    formula: 'Σ requests − Σ answered requests − Σ timed out requests',
    ...REQUESTS,
    ...{ sql: `sumIf(requests, outcome NOT IN ('ads', 'empty', 'server-timeout'))`, whole: 'ad-requests' },
  },
  'ad-requests-timed-out': {
    name: 'Timed out ad requests',
    unit: 'count',
    definition: 'Requests to ad servers that were not answered in time.',
    formula: 'Σ requests that timed out',
    ...REQUESTS,
    ...{ sql: `sumIf(requests, outcome = 'server-timeout')`, whole: 'ad-requests' },
  },
  'ad-request-time': {
    name: 'Response time of ad servers',
    unit: 'milliseconds',
    definition: 'Time until ad servers had answered, on average of the answered requests.',
    formula: 'Σ time of answered requests ÷ Σ answered requests',
    ...REQUESTS,
    ...{
      sql: `sumIf(took_ms, outcome IN ('ads', 'empty')) / sumIf(requests, outcome IN ('ads', 'empty'))`,
      whole: 'ad-requests',
    },
  },
}
