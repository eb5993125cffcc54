import type { AlertSource, MetricQuery } from '../../../platform/alerts/alert-sources.ts'
import type { Analytics } from '../analytics.ts'
import { isInEnvironments } from '../metrics/view-scope.ts'
import { firstSecond, type SpanSums, samplesOf, spanSeconds } from './series.ts'
import { countedUntil } from './view-source.ts'

/** Requests are summed by minute, so steps and windows have whole minutes. */
const STEP_S = 60
/** Outcomes of answers. All others are failures. */
const GOOD = ['ads', 'empty']

/** Metrics of requests to ad servers. */
export function adAlertSource({ db, warehouse }: Pick<Analytics, 'db' | 'warehouse'>): AlertSource {
  return {
    name: 'ads',
    stepS: STEP_S,
    hasHistory: true,
    metrics: { 'ads.failed_requests': { absent: null }, 'ads.response_time': { absent: null } },
    readyUntil: (now) => countedUntil(db, now),
    async sample(given) {
      const query: MetricQuery = { ...given, windowS: Math.ceil(given.windowS / STEP_S) * STEP_S }
      const key = query.groupBy === 'adServer' ? 'ad_server' : "''"
      const good = GOOD.map((outcome) => `'${outcome}'`).join(', ')
      const rows = await warehouse.rows<SpanSums>(`
        SELECT environment_id, ${key} AS key,
          intDiv(toUnixTimestamp(time) - ${firstSecond(query)}, ${spanSeconds(query)}) AS span,
          sum(requests) AS asked, sumIf(requests, outcome NOT IN (${good})) AS failed, sum(took_ms) AS took
        FROM ad_requests
        WHERE ${isInEnvironments(query.environmentIds.map((environmentId) => ({ environmentId })))}
          AND time >= toDateTime(${firstSecond(query)}, 'UTC')
          AND time < toDateTime(${query.to.getTime() / 1000}, 'UTC')
        GROUP BY environment_id, key, span`)
      return samplesOf(query, rows, ['asked', 'failed', 'took'], ({ asked = 0, failed = 0, took = 0 }) => ({
        'ads.failed_requests': asked === 0 ? null : Math.round((failed / asked) * 1000) / 10,
        'ads.response_time': asked === 0 ? null : Math.round(took / asked),
      }))
    },
  }
}
