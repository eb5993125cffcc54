import type { MetricId } from '@kinora/contract'
import { ChartLine } from '@phosphor-icons/react/dist/csr/ChartLine'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useText } from '../../../lib/i18n'
import { ListFault } from '../../../ui/list-fault'
import { Skeleton } from '../../../ui/skeleton'
import { State } from '../../../ui/state'
import { FigureStrip } from '../overview/figure-strip'
import { type Counted, totalsQuery } from '../queries'
import { StartupTimes } from '../startup/startup-times'
import { useTabSearch } from '../tab-frame'
import { ErrorList } from '../views/error-list'
import { ViewsDrawer } from '../views/views-drawer'
import { MetricOverTime } from './metric-over-time'
import { WorstViews } from './worst-views'

interface PlaybackProps {
  readonly counted: Counted
  /** Metrics of the strip. The first one is selected by default. */
  readonly metrics: readonly [MetricId, ...MetricId[]]
  /** Shown below the chart. */
  readonly parts?: (metric: MetricId) => ReactNode
  /** Shown at the end. */
  readonly children?: ReactNode
}

/** Playback quality of a video or live stream: metrics, one of them over time, startup times, errors and worst views. */
export function Playback(props: PlaybackProps) {
  const [{ open }, set] = useTabSearch()
  return (
    <>
      <Figures {...props} />
      {open && (
        <ViewsDrawer
          counted={props.counted}
          open={open}
          onOpen={(open) => set({ open: open || undefined })}
        />
      )}
    </>
  )
}

function Figures({ counted, metrics, parts, children }: PlaybackProps) {
  const t = useText()
  const [search, set] = useTabSearch()
  const totals = useQuery(totalsQuery(counted, [...metrics, 'views'], true))
  if (totals.isError && !totals.data)
    return <ListFault title={t('analytics:failed')} safe={t('ui:safe')} list={totals} />
  if (!totals.data) {
    return (
      <div aria-busy className="pt-5">
        <Skeleton className="h-24 w-full" />
        <Skeleton className="mt-8 h-60 w-full" />
      </div>
    )
  }
  const { items } = totals.data
  const totalOf = (wanted: MetricId) => items.find(({ metric }) => metric === wanted)?.total
  // Current viewers may have started before the range.
  if (!totalOf('views') && !totalOf('peak-viewers')) {
    return (
      <div className="pt-6">
        <State icon={<ChartLine size={20} />} title={t('analytics:none')}>
          {t('analytics:noneText')}
        </State>
      </div>
    )
  }
  const metric = metrics.find((one) => one === search.metric) ?? metrics[0]
  return (
    <>
      <FigureStrip
        items={metrics.flatMap((wanted) => items.find((item) => item.metric === wanted) ?? [])}
        chosen={metric}
        onChoose={(metric) => set({ metric })}
      />
      <MetricOverTime counted={counted} metric={metric} />
      {parts?.(metric)}
      <div className="grid grid-cols-[3fr_2fr] gap-x-8 gap-y-10 pt-8 @max-[900px]:grid-cols-1">
        <StartupTimes counted={counted} />
        <ErrorList counted={counted} onOpen={(code) => set({ open: `error:${code}` })} />
      </div>
      <WorstViews
        counted={counted}
        onOpen={({ id, startedAt }) => set({ open: `view:${id}:${Date.parse(startedAt)}:` })}
      />
      {children}
    </>
  )
}
