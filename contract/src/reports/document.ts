import * as z from 'zod/mini'
import { seriesIntervals } from '../analytics/index.ts'
import { language } from '../identity/index.ts'
import { reportMetrics } from './values.ts'

const line = z.object({
  /** Empty for the only line of a chart. */
  name: z.string(),
  values: z.array(z.nullable(z.number())),
})

/** The content of a report as texts in its language. PDF, email and preview show this. */
export const reportDocument = z.object({
  language,
  title: z.string(),
  /** Such as `9 – 15 Nov 2026`. */
  period: z.string(),
  /** The filters; empty if there are none. */
  subtitle: z.string(),
  timezone: z.string(),
  figures: z.array(
    z.object({
      metric: z.enum(reportMetrics),
      name: z.string(),
      value: z.string(),
      /** Change since the previous period, such as `+9.1%`. Null if there is nothing to compare with. */
      change: z.nullable(z.string()),
    }),
  ),
  charts: z.array(
    z.object({
      metric: z.enum(reportMetrics),
      title: z.string(),
      interval: z.enum(seriesIntervals),
      /** Names of the steps. */
      steps: z.array(z.string()),
      lines: z.array(line),
      /** Values of the grid lines with their texts. */
      ticks: z.array(z.object({ value: z.number(), text: z.string() })),
    }),
  ),
  tables: z.array(
    z.object({
      metric: z.enum(reportMetrics),
      title: z.string(),
      head: z.array(z.string()),
      rows: z.array(z.object({ name: z.string(), value: z.string(), share: z.string() })),
      /** Number of values that have no row. */
      others: z.number(),
    }),
  ),
})
export type ReportDocument = z.infer<typeof reportDocument>
