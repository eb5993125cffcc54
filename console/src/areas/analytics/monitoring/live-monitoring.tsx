import type { Dimension, Livestream, MetricId } from '@kinora/contract'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { none } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import { ListFault } from '../../../ui/list-fault'
import { Skeleton } from '../../../ui/skeleton'
import { PartList } from '../charts/part-list'
import { useFigureText } from '../figure-text'
import { isKnownBy } from '../filters'
import { type Counted, totalsQuery } from '../queries'
import { TabFrame } from '../tab-frame'
import { NowWatching } from './now-watching'
import { Playback } from './playback'

const metrics = [
  'peak-viewers',
  'startup-time',
  'rebuffer-percentage',
  'live-latency',
  'average-bitrate',
  'playback-failures',
] as const satisfies readonly MetricId[]

interface LiveMonitoringProps {
  readonly stream: Livestream
  /** Shown at the start of the tab. */
  readonly lead: ReactNode
}

/** The viewers tab of a live stream: viewers, playback quality and delivery, in the current session or a time range. */
export function LiveMonitoring({ stream, lead }: LiveMonitoringProps) {
  return (
    <TabFrame
      objectId={stream.id}
      onAirSince={stream.activeSince}
      feature="Performance"
      moreIn="performance"
      lead={(counted) => (
        <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
          {lead}
          <NowWatching counted={counted} />
        </div>
      )}
    >
      {(counted) => (
        <Playback
          counted={counted}
          metrics={metrics}
          parts={(metric) => <Parts counted={counted} metric={metric} />}
        >
          <Delivery counted={counted} />
        </Playback>
      )}
    </TabFrame>
  )
}

const lists =
  'grid grid-cols-3 gap-x-8 gap-y-10 pt-8 @max-[900px]:grid-cols-2 @max-[600px]:grid-cols-1' as const

function Parts({ counted, metric }: { readonly counted: Counted; readonly metric: MetricId }) {
  const shown = (by: Dimension) => (isKnownBy(metric, by) ? metric : 'views')
  return (
    <div className={lists}>
      <NamedParts counted={counted} by="country" metric={shown('country')} />
      <NamedParts counted={counted} by="deviceType" metric={shown('deviceType')} />
      <NamedParts counted={counted} by="rendition" metric="streamed-time" />
    </div>
  )
}

const delivered = [
  'delivered-bytes',
  'requests',
  'cached-requests',
  'failed-requests',
] as const satisfies readonly MetricId[]

/** Requests and data that the server delivered to viewers of the stream. */
function Delivery({ counted }: { readonly counted: Counted }) {
  const t = useText()
  const figure = useFigureText()
  const totals = useQuery(totalsQuery(counted, delivered, false))
  const title = t('analytics:tabs.cdn')
  return (
    <section aria-label={title} className="pt-10">
      <h2 className="text-16 font-head">{title}</h2>
      {totals.isError && !totals.data ? (
        <ListFault title={t('analytics:failed')} safe={t('ui:safe')} list={totals} />
      ) : !totals.data ? (
        <Skeleton className="mt-3 h-20 w-full" />
      ) : (
        <dl className="mt-3 grid grid-cols-4 overflow-hidden border-y border-rule @max-[600px]:grid-cols-2">
          {totals.data.items.map(({ metric, total }) => (
            <div
              key={metric}
              title={t(`analytics:definitions.${metric}`)}
              className="-ms-px -mb-px border-s border-b border-rule px-4 py-3"
            >
              <dt className="text-13 text-ink-2">{t(`analytics:metrics.${metric}`)}</dt>
              <dd className="tabular text-22 font-head">
                <bdi>{total === null ? none : figure.full(metric, total)}</bdi>
              </dd>
            </div>
          ))}
        </dl>
      )}
      <div className={lists}>
        <NamedParts counted={counted} by="statusCode" metric="requests" />
        <NamedParts counted={counted} by="cache" metric="requests" />
        <NamedParts counted={counted} by="file" metric="delivered-bytes" />
      </div>
    </section>
  )
}

interface NamedPartsProps {
  readonly counted: Counted
  readonly by: Dimension
  readonly metric: MetricId
}

/** A list of dimension values with the name of its metric in the title. */
function NamedParts(props: NamedPartsProps) {
  const t = useText()
  return (
    <PartList
      {...props}
      end={<span className="text-12 text-ink-3">{t(`analytics:metrics.${props.metric}`)}</span>}
    />
  )
}
