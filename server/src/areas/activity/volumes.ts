import { maxVolumeBuckets } from '@kinora/contract'
import { type SQL, sql } from 'drizzle-orm'

/** Lengths of a bar in seconds. */
const steps = [1, 5, 10, 30, 60, 300, 900, 1800, 3600, 10_800, 21_600, 43_200, 86_400]

/** Equal steps of time; the last one contains the end. */
export interface Buckets {
  readonly start: Date
  readonly stepSeconds: number
  readonly count: number
}

/** Divides a time span into at most `maxVolumeBuckets` steps of a round length. A remainder shorter than a step, before
 * the first one, belongs to the first one. */
export function bucketsOf(from: Date, to: Date): Buckets {
  const seconds = Math.max(1, (to.getTime() - from.getTime()) / 1000)
  const step = steps.find((each) => Math.floor(seconds / each) <= maxVolumeBuckets) ?? 86_400
  const count = Math.min(maxVolumeBuckets, Math.ceil(seconds / step))
  const end = Math.ceil(to.getTime() / 1000 / step) * step
  return { start: new Date((end - count * step) * 1000), stepSeconds: step, count }
}

/** The start of the bucket of a time. It is before the first bucket for times of the remainder. */
export function bucketStart({ start, stepSeconds }: Buckets, time: SQL): SQL {
  return sql`date_bin(make_interval(secs => ${stepSeconds}::int), ${time}, ${start.toISOString()}::timestamptz)`
}

/** One item per bucket, also where nothing was counted. */
export function fillBuckets<Row extends { readonly bucket: string }, Counts extends object>(
  { start, stepSeconds, count }: Buckets,
  rows: readonly Row[],
  countsOf: (rows: readonly Row[]) => Counts,
): ({ at: string } & Counts)[] {
  const stepMs = stepSeconds * 1000
  const indexOf = ({ bucket }: Row) => {
    const index = Math.round((Date.parse(bucket) - start.getTime()) / stepMs)
    return Math.min(count - 1, Math.max(0, index))
  }
  const rowsOf = Map.groupBy(rows, indexOf)
  return Array.from({ length: count }, (_, index) => ({
    at: new Date(start.getTime() + index * stepMs).toISOString(),
    ...countsOf(rowsOf.get(index) ?? []),
  }))
}

export function sumOf<Row>(rows: readonly Row[], countOf: (row: Row) => number): number {
  return rows.reduce((sum, row) => sum + countOf(row), 0)
}
