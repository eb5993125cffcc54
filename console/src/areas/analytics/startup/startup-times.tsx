import type { StartupTimes as Times } from '@kinora/contract'
import { ChartBar } from '@phosphor-icons/react/dist/csr/ChartBar'
import { Table as TableIcon } from '@phosphor-icons/react/dist/csr/Table'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import { type Bar, Bars } from '../../../ui/bars'
import { IconButton } from '../../../ui/icon-button'
import { ListFault } from '../../../ui/list-fault'
import { Skeleton } from '../../../ui/skeleton'
import { useFigureText } from '../figure-text'
import type { Counted } from '../queries'
import { startupTimesQuery } from '../video/queries'

/** A part that scrolls takes focus, so that keys scroll it (WCAG 2.1.1). */
const scrollPart = { role: 'group', tabIndex: 0 } as const

/** How many views waited how long for the first picture. */
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
      ...{ at: String(bucket.from), total: bucket.views, failed: 0 },
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
        <IconButton
          size="small"
          label={isTable ? t('ui:chart.asChart') : t('ui:chart.asTable')}
          onPress={() => setTable(!isTable)}
        >
          {isTable ? <ChartBar size={16} /> : <TableIcon size={16} />}
        </IconButton>
      </div>
      {isTable ? (
        <div {...scrollPart} className="max-h-60 overflow-auto border-y border-rule-2">
          <table aria-label={t('analytics:startupTimes')} className="w-full text-12">
            <thead>
              <tr className="text-ink-3 *:sticky *:top-0 *:bg-paper *:py-1.5 *:font-mid">
                <th scope="col" className="text-start">
                  {t('analytics:metrics.startup-time')}
                </th>
                <th scope="col" className="text-right">
                  {t('analytics:metrics.views')}
                </th>
              </tr>
            </thead>
            <tbody>
              {buckets.map((bucket) => (
                <tr key={bucket.from} className="*:border-t *:border-rule *:py-1">
                  <td className="tabular">{nameOf(bucket)}</td>
                  <td className="tabular text-right">{format.number(bucket.views)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
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
