import type { ViewDetails } from '@kinora/contract'
import type { Analytics } from '../analytics.ts'
import { rowsOf } from '../metrics/scope.ts'
import { literal } from '../warehouse/literal.ts'

type Request = ViewDetails['requests'][number]

const MAX_ROWS = 1000

/** The requests of a view, the oldest first. @throws problem warehouse-away */
export async function requestsOfView(
  analytics: Pick<Analytics, 'warehouse' | 'log'>,
  environmentId: string,
  viewId: string,
): Promise<Request[]> {
  const rows = await rowsOf<Omit<Request, 'at' | 'slowestMs'> & { at_s: number; slowest: number }>(
    analytics,
    `SELECT toUnixTimestamp(at) AS at_s, file, rendition, status, sum(view_requests.requests) AS requests,
        sum(view_requests.bytes) AS bytes, max(slowest_ms) AS slowest
      FROM view_requests
      WHERE environment_id = ${literal(environmentId, 'UUID')} AND view_id = ${literal(viewId, 'UUID')}
      GROUP BY at_s, file, rendition, status ORDER BY at_s, file, rendition, status LIMIT ${MAX_ROWS}`,
  )
  return rows.map(({ at_s, slowest, ...rest }) => ({
    ...rest,
    at: new Date(at_s * 1000).toISOString(),
    slowestMs: slowest,
  }))
}
