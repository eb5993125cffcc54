import { lazy, Suspense } from 'react'
import type { ChartMarks } from '../charts/time-chart'
import type { Counted } from '../queries'

const load = () => import('./marks')
const MarkRow = lazy(async () => ({ default: (await load()).MarkRow }))
const AllMarks = lazy(async () => ({ default: (await load()).AllMarks }))

/** What a chart marks: what happened to the videos and live streams that are counted.
 * @param steps when the steps of the chart begin */
export function chartMarks(counted: Counted, steps: readonly string[]): ChartMarks {
  return {
    // The row keeps its height, so that nothing moves when they are loaded.
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
