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

/** The index of the bucket of a time. */
export function bucketOf({ start, stepSeconds, count }: Buckets, time: SQL): SQL {
  const seconds = sql`extract(epoch FROM ${time} - ${start.toISOString()}::timestamptz)`
  return sql`least(${count - 1}::int, greatest(0, floor(${seconds} / ${stepSeconds}::int)::int))`
}

/** One item per bucket, with zeros where nothing was counted. */
export function fillBuckets<Counts extends object>(
  { start, stepSeconds, count }: Buckets,
  countsOf: (bucket: number) => Counts,
): ({ at: string } & Counts)[] {
  return Array.from({ length: count }, (_, bucket) => ({
    at: new Date(start.getTime() + bucket * stepSeconds * 1000).toISOString(),
    ...countsOf(bucket),
  }))
}
