import * as z from 'zod/mini'
import { time } from '../common.ts'

export const seriesIntervals = ['minute', 'hour', 'day'] as const
export type SeriesInterval = (typeof seriesIntervals)[number]

/** A metric over time. */
export const series = z.object({
  metric: z.string(),
  interval: z.enum(seriesIntervals),
  timezone: z.string(),
  total: z.number(),
  /** One entry for each interval, oldest first, also where nothing happened. */
  series: z.array(z.object({ at: time, value: z.number() })),
  /** Everything that players had said by then is counted. */
  freshAt: time,
})
export type Series = z.infer<typeof series>
