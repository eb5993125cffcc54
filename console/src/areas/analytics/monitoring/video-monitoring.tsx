import type { Content, MetricId } from '@kinora/contract'
import { ChartLine } from '@phosphor-icons/react/dist/csr/ChartLine'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useText } from '../../../lib/i18n'
import { ListFault } from '../../../ui/list-fault'
import { Skeleton } from '../../../ui/skeleton'
import { State } from '../../../ui/state'
import { FigureStrip } from '../overview/figure-strip'
import { type Counted, totalsQuery } from '../queries'
import { StartupTimes } from '../startup/startup-times'
import { VideoFrame } from '../video/video-frame'
import { ErrorList } from '../views/error-list'
import { ViewsDrawer } from '../views/views-drawer'
import { MetricOverTime } from './metric-over-time'
import { NowWatching } from './now-watching'
import { WorstViews } from './worst-views'

const route = getRouteApi('/$environmentId/videos_/$contentId_/monitoring')
const metrics = [
  ...(['startup-time', 'rebuffer-percentage', 'average-bitrate', 'playback-failures'] as const),
  ...(['exits-before-start', 'experience-score'] as const),
] as const satisfies readonly MetricId[]

/** How a video plays for its viewers, now and lately. */
export function VideoMonitoring({ content }: { readonly content: Content }) {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const set = (change: Partial<typeof search>) =>
    void navigate({ search: (old) => ({ ...old, ...change }), replace: true })
  return (
    <VideoFrame
      content={content}
      range={search.range}
      onRange={(range) => set({ range })}
      moreIn="performance"
      lead={(counted) => <NowWatching counted={counted} />}
    >
      {(counted) => (
        <>
          <Played
            counted={counted}
            metric={metrics.find((one) => one === search.metric) ?? metrics[0]}
            onMetric={(metric) => set({ metric })}
            onOpen={(open) => set({ open })}
          />
          {search.open && (
            <ViewsDrawer
              counted={counted}
              open={search.open}
              onOpen={(open) => set({ open: open || undefined })}
            />
          )}
        </>
      )}
    </VideoFrame>
  )
}

interface PlayedProps {
  readonly counted: Counted
  readonly metric: MetricId
  readonly onMetric: (metric: MetricId) => void
  /** Opens views beside the screen. */
  readonly onOpen: (open: string) => void
}

function Played({ counted, metric, onMetric, onOpen }: PlayedProps) {
  const t = useText()
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
  if (!items.find((item) => item.metric === 'views')?.total) {
    return (
      <div className="pt-6">
        <State icon={<ChartLine size={20} />} title={t('analytics:none')}>
          {t('analytics:noneText')}
        </State>
      </div>
    )
  }
  return (
    <>
      <FigureStrip
        items={metrics.flatMap((wanted) => items.find((item) => item.metric === wanted) ?? [])}
        chosen={metric}
        onChoose={onMetric}
      />
      <MetricOverTime counted={counted} metric={metric} />
      <div className="grid grid-cols-[3fr_2fr] gap-x-8 gap-y-10 pt-8 @max-[900px]:grid-cols-1">
        <StartupTimes counted={counted} />
        <ErrorList counted={counted} onOpen={(code) => onOpen(`error:${code}`)} />
      </div>
      <WorstViews
        counted={counted}
        onOpen={({ id, startedAt }) => onOpen(`view:${id}:${Date.parse(startedAt)}:`)}
      />
    </>
  )
}
