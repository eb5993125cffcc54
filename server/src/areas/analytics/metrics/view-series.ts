import type { Series, SeriesInterval } from '@kinora/contract'
import { problem } from '../../../platform/problem.ts'
import type { Analytics } from '../analytics.ts'
import { literal } from '../warehouse/literal.ts'

interface SeriesRequest {
  readonly from: string
  readonly to: string
  readonly interval?: SeriesInterval | undefined
  readonly timezone: string
}

const DAY_MS = 86_400_000
const INTERVAL_MS = { minute: 60_000, hour: 3_600_000, day: DAY_MS } as const
/** Points of a series. */
const MAX_POINTS = 1500

/** The number of views over time. @throws problem warehouse-away, range-too-long, timezone-unknown */
export async function getViewSeries(
  { warehouse, clock, log }: Pick<Analytics, 'warehouse' | 'clock' | 'log'>,
  environmentId: string,
  { from, to, interval: asked, timezone }: SeriesRequest,
): Promise<Series> {
  const start = new Date(from)
  const end = new Date(to)
  const lengthMs = end.getTime() - start.getTime()
  const interval = asked ?? (lengthMs > DAY_MS ? 'day' : 'hour')
  if (!isTimezone(timezone)) throw problem('timezone-unknown')
  if (lengthMs <= 0 || lengthMs / INTERVAL_MS[interval] > MAX_POINTS) throw problem('range-too-long')
  const freshAt = clock.now()
  const zone = literal(timezone, 'String')
  const first = literal(start, `DateTime64(3, 'UTC')`)
  const last = literal(end, `DateTime64(3, 'UTC')`)
  const bucket = (time: string) => `toStartOfInterval(${time}, INTERVAL 1 ${interval}, ${zone})`
  const rows = await warehouse
    .rows<{ at: number; value: number }>(
      `SELECT toUnixTimestamp(toDateTime(bucket, ${zone})) AS at, sum(n) AS value
      FROM (
        SELECT ${bucket('started_at')} AS bucket, sum(views) AS n
        FROM views
        WHERE environment_id = ${literal(environmentId, 'UUID')}
          AND toStartOfHour(started_at) >= toStartOfHour(${first}) AND started_at >= ${first} AND started_at < ${last}
        GROUP BY bucket
      )
      GROUP BY bucket ORDER BY bucket`,
    )
    .catch((err: unknown) => {
      log.warn({ err }, 'a query of the warehouse failed')
      throw problem('warehouse-away')
    })
  const values = new Map(rows.map(({ at, value }) => [at * 1000, value]))
  const series = bucketStarts(start, end, interval, timezone).map((at) => ({
    at: at.toISOString(),
    value: values.get(at.getTime()) ?? 0,
  }))
  return {
    ...{ metric: 'views', interval, timezone, series, freshAt: freshAt.toISOString() },
    total: rows.reduce((sum, { value }) => sum + value, 0),
  }
}

function isTimezone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}

/** Where the intervals of a range begin, the first one at or before its start. */
function bucketStarts(from: Date, to: Date, interval: SeriesInterval, timezone: string): Date[] {
  const starts: Date[] = []
  let at = startOf(from, interval, timezone)
  while (at < to) {
    starts.push(at)
    // A day with a change of the clock has 23 or 25 hours, so the middle of the next day is surely in it.
    const inNext = new Date(at.getTime() + INTERVAL_MS[interval] * 1.5)
    at = startOf(inNext, interval, timezone)
  }
  return starts
}

function startOf(time: Date, interval: SeriesInterval, timezone: string): Date {
  if (interval === 'minute') return new Date(Math.floor(time.getTime() / 60_000) * 60_000)
  const parts = new Intl.DateTimeFormat('en', {
    ...{ timeZone: timezone, hourCycle: 'h23', hour: 'numeric', minute: 'numeric', second: 'numeric' },
  }).formatToParts(time)
  const part = (type: string) => Number(parts.find((each) => each.type === type)?.value ?? 0)
  const intoHourMs = (part('minute') * 60 + part('second')) * 1000 + time.getMilliseconds()
  const hour = new Date(time.getTime() - intoHourMs)
  if (interval === 'hour') return hour
  const midnight = new Date(hour.getTime() - part('hour') * 3_600_000)
  const offMs = offsetMs(hour, timezone) - offsetMs(midnight, timezone)
  return new Date(midnight.getTime() + offMs)
}

function offsetMs(time: Date, timezone: string): number {
  const name = new Intl.DateTimeFormat('en', { timeZone: timezone, timeZoneName: 'longOffset' })
    .formatToParts(time)
    .find(({ type }) => type === 'timeZoneName')?.value
  const [, sign, hours = '0', minutes = '0'] = /GMT([+-])(\d+):(\d+)/.exec(name ?? '') ?? []
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000
}
