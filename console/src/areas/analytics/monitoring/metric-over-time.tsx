import type { MetricId } from '@kinora/contract'
import { useQuery } from '@tanstack/react-query'
import { useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import { ListFault } from '../../../ui/list-fault'
import { Skeleton } from '../../../ui/skeleton'
import { TimeChart } from '../charts/time-chart'
import { isCount, useFigureText } from '../figure-text'
import { type Counted, seriesQuery } from '../queries'

interface MetricOverTimeProps {
  readonly counted: Counted
  readonly metric: MetricId
}

/** The chart of a metric of a video or live stream. */
export function MetricOverTime({ counted, metric }: MetricOverTimeProps) {
  const t = useText()
  const format = useFormat()
  const figure = useFigureText()
  const query = useQuery(seriesQuery(counted, metric, undefined, false))
  const { data } = query
  const name = t(`analytics:metrics.${metric}`)
  const stepText = data?.interval === 'day' ? format.day : format.timeOfDay
  return (
    <section aria-label={t('analytics:overTime')} className="pt-6">
      <h2 className="pb-4 text-16 font-head">{name}</h2>
      {query.isError && !data ? (
        <ListFault title={t('analytics:failed')} safe={t('ui:safe')} list={query} />
      ) : data ? (
        <TimeChart
          label={name}
          sentence={t('analytics:overTime')}
          steps={data.series.map(({ at }) => stepText(at))}
          lines={[{ key: metric, name, values: data.series.map(({ value }) => value) }]}
          isWhole={isCount(metric)}
          valueText={(value) => figure.full(metric, value)}
          tickText={(value) => figure.short(metric, value)}
          tickUnit={(highest) => figure.tickUnit(metric, highest)}
        />
      ) : (
        <div aria-busy>
          <Skeleton className="h-60 w-full" />
        </div>
      )}
      <p className="max-w-prose pt-1 text-12 text-ink-3">{t(`analytics:definitions.${metric}`)}</p>
    </section>
  )
}
