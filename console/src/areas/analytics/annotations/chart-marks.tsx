import { lazy, Suspense } from 'react'
import type { ChartMarks } from '../charts/time-chart'
import type { Counted } from '../queries'

const load = () => import('./marks')
const MarkRow = lazy(async () => ({ default: (await load()).MarkRow }))
const AllMarks = lazy(async () => ({ default: (await load()).AllMarks }))

/** The marks of a chart: annotations of the videos and live streams that match the filters.
 * @param steps start times of the steps of the chart */
export function chartMarks(counted: Counted, steps: readonly string[]): ChartMarks {
  return {
    // A fixed height, so that the layout does not shift when the marks load.
    below: (stepX) => (
      <div className="relative h-8">
        <Suspense>
          <MarkRow counted={counted} steps={steps} stepX={stepX} />
        </Suspense>
      </div>
    ),
    list: (
      <Suspense>
        <AllMarks counted={counted} />
      </Suspense>
    ),
  }
}
