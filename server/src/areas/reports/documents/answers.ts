import {
  type Dimension,
  type Figures,
  type ReportMetric,
  reportLimits,
  reportMetrics,
  reportSources,
} from '@kinora/contract'
import type { Scope } from '../../../platform/auth.ts'
import type { ReportsArea } from '../reports-area.ts'
import type { AskedReport } from '../tables.ts'

/** The figures of a report over a time. */
export interface Answers {
  readonly from: Date
  readonly to: Date
  readonly items: readonly { readonly metric: ReportMetric; readonly figures: Figures }[]
}

const DAY_MS = 86_400_000
/** More steps make no visible difference in a chart. */
const MOST_DAYS = 120
const MOST_WEEKS = 120 * 7

type Question = Pick<AskedReport, 'metrics' | 'filters' | 'splitBy' | 'timezone'>

/** Asks analytics for the metrics of a report, each with the previous period, in the order of the contract.
 * @throws problem warehouse-away, forbidden, range-too-long, timezone-unknown */
export async function answerReport(
  { analytics }: Pick<ReportsArea, 'analytics'>,
  scope: Scope,
  { metrics, filters, splitBy, timezone }: Question,
  { from, to }: Pick<Answers, 'from' | 'to'>,
): Promise<Answers> {
  const range = { from: from.toISOString(), to: to.toISOString(), timezone }
  const items: { metric: ReportMetric; figures: Figures }[] = []
  for (const metric of reportMetrics.filter((each) => metrics.includes(each))) {
    const source = reportSources[metric]
    const asked = { ...filters, ...range, metric: source.metric, compareWithPeriod: true }
    const figures = await analytics.figures(
      [scope],
      source.by === undefined
        ? { ...asked, interval: intervalOf(from, to), ...(splitBy !== null && { splitBy, groupBy: splitBy }) }
        : { ...asked, series: false, groupBy: source.by, limit: reportLimits.fileRows },
    )
    items.push({ metric, figures })
  }
  return { from, to, items }
}

/** The dimension of the rows of a metric: that of a table, or that of the lines of a chart. */
export function dimensionOf(metric: ReportMetric, splitBy: Dimension | null): Dimension | null {
  return reportSources[metric].by ?? splitBy
}

function intervalOf(from: Date, to: Date) {
  const days = (to.getTime() - from.getTime()) / DAY_MS
  if (days < 2) return 'hour'
  return days <= MOST_DAYS ? 'day' : days <= MOST_WEEKS ? 'week' : 'month'
}
