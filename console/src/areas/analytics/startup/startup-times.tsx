import type { StartupTimes as Times } from '@kinora/contract'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import { type Bar, Bars } from '../../../ui/bars'
import { ChartSwitch } from '../../../ui/chart-switch'
import { FigureTable } from '../../../ui/figure-table'
import { ListFault } from '../../../ui/list-fault'
import { Skeleton } from '../../../ui/skeleton'
import { useFigureText } from '../figure-text'
import type { Counted } from '../queries'
import { startupTimesQuery } from '../videos/queries'

/** Histogram of startup times, with percentiles. */
export function StartupTimes({ counted }: { readonly counted: Counted }) {
  const t = useText()
  const query = useQuery(startupTimesQuery(counted))
  const { data } = query
  const title = t('analytics:startupTimes')
  return (
    <section aria-label={title} className="min-w-0">
      <h2 className="pb-2 text-16 font-head">{title}</h2>
      {query.isError && !data ? (
        <ListFault title={t('analytics:failed')} safe={t('ui:safe')} list={query} />
      ) : !data ? (
        <div aria-busy>
          <Skeleton className="h-40 w-full" />
        </div>
      ) : data.views === 0 ? (
        <p className="text-13 text-ink-3">{t('analytics:noStarts')}</p>
      ) : (
        <Histogram times={data} />
      )}
    </section>
  )
}

function Histogram({ times }: { readonly times: Times }) {
  const t = useText()
  const format = useFormat()
  const figure = useFigureText()
  const [isTable, setTable] = useState(false)
  const id = useId()
  const { buckets, views } = times
  const second = (ms: number) => figure.full('startup-time', ms)
  const nameOf = ({ from, to }: Times['buckets'][number]) =>
    to === null
      ? t('analytics:orMore', { time: second(from) })
      : t('analytics:fromTo', { from: second(from), to: second(to) })
  const bars = buckets.map(
    (bucket): Bar => ({
      at: String(bucket.from),
      total: bucket.views,
      failed: 0,
      lines: [
        nameOf(bucket),
        t('analytics:viewsOf', { count: bucket.views }),
        t('analytics:ofAll', { share: format.exactPercent(bucket.views / views) }),
      ],
    }),
  )
  const levels = [
    { ms: times.p50 ?? 0, text: t('analytics:half', { time: second(times.p50 ?? 0) }) },
    { ms: times.p75 ?? 0, text: t('analytics:threeQuarters', { time: second(times.p75 ?? 0) }) },
    { ms: times.p95 ?? 0, text: t('analytics:most95', { time: second(times.p95 ?? 0) }) },
  ]
  const step = buckets[0]?.to ?? 1
  const whole = step * buckets.length
  return (
    <figure className="min-w-0">
      <div className="flex items-start gap-2 pb-3">
        <figcaption id={id} className="me-auto flex flex-wrap gap-x-4 text-13 text-ink-2">
          {levels.map(({ text }) => (
            <span key={text} className="whitespace-nowrap">
              {text}
            </span>
          ))}
        </figcaption>
        <ChartSwitch isTable={isTable} onSwitch={setTable} />
      </div>
      {isTable ? (
        <FigureTable
          label={t('analytics:startupTimes')}
          heads={[
            { key: 'time', name: t('analytics:metrics.startup-time') },
            { key: 'views', name: t('analytics:metrics.views') },
          ]}
          rows={buckets.map((bucket) => ({
            key: bucket.from,
            cells: [nameOf(bucket), format.number(bucket.views)],
          }))}
        />
      ) : (
        <div dir="ltr" className="relative">
          {levels.map(({ text, ms }) => (
            <span
              key={text}
              aria-hidden
              title={text}
              className="pointer-events-none absolute top-0 z-1 h-32 border-s border-dashed border-ink"
              style={{ left: `${Math.min(100, (100 * ms) / whole)}%` }}
            />
          ))}
          <Bars label={t('analytics:startupTimes')} describedBy={id} bars={bars} className="h-32" />
          <div aria-hidden className="tabular flex justify-between pt-1 text-11 text-ink-3">
            <bdi>{second(0)}</bdi>
            <bdi>{second(step * Math.floor(buckets.length / 2))}</bdi>
            <bdi>{t('analytics:orMore', { time: second(whole - step) })}</bdi>
          </div>
        </div>
      )}
    </figure>
  )
}
