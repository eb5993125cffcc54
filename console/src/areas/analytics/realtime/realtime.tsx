import type { Dimension, RealtimeViews } from '@kinora/contract'
import { useQuery } from '@tanstack/react-query'
import { useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import { ListFault } from '../../../ui/list-fault'
import { Skeleton } from '../../../ui/skeleton'
import { Switch } from '../../../ui/switch'
import { chartMarks } from '../annotations/chart-marks'
import { BarRow } from '../charts/bar-row'
import { TimeChart } from '../charts/time-chart'
import { useFigureText } from '../figure-text'
import { realtimeQuery } from '../queries'
import { useCounted } from '../use-counted'
import { usePartName } from '../use-part-name'
import { useChangeView, useView } from '../view'

/** The change of viewers is relative to this many minutes ago. */
const CHANGE_MINUTES = 5

/** The Realtime tab: current viewers and their trend over half an hour. */
export function Realtime() {
  const t = useText()
  const format = useFormat()
  const figure = useFigureText()
  const counted = useCounted()
  const { marks } = useView()
  const change = useChangeView()
  const query = useQuery(realtimeQuery(counted.environmentId, counted.filters))
  const { data } = query
  if (query.isError && !data)
    return <ListFault title={t('analytics:failed')} safe={t('ui:safe')} list={query} />
  if (!data) {
    return (
      <div aria-busy className="pt-5">
        <Skeleton className="h-60 w-full" />
      </div>
    )
  }
  const { viewers, trend } = data
  const peak = Math.max(viewers, ...trend.map(({ value }) => value))
  const grown = viewers - (trend.at(-1 - CHANGE_MINUTES)?.value ?? 0)
  return (
    <>
      <div className="grid grid-cols-[18rem_1fr] gap-10 pt-6 max-lg:grid-cols-1">
        <section aria-label={t('analytics:watchingNow')}>
          <h2 className="flex items-center gap-2 text-14 text-ink-2">
            <span aria-hidden className="size-2 rounded-full bg-live" />
            {t('analytics:watchingNow')}
          </h2>
          <p aria-live="polite" className="tabular text-[56px]/[1.1] font-head">
            {format.number(viewers)}
          </p>
          <p className="pt-1 text-13 text-ink-3">
            {t('analytics:inFiveMinutes', { change: signed(format.number(Math.abs(grown)), grown) })}
          </p>
          <dl className="mt-5 border-t border-rule text-13">
            <div className="flex justify-between border-b border-rule py-2">
              <dt className="text-ink-2">{t('analytics:peakOfHalfHour')}</dt>
              <dd className="tabular font-mid">{format.number(peak)}</dd>
            </div>
          </dl>
          <p className="pt-3 text-12 text-pretty text-ink-3">{t('analytics:nowMeans')}</p>
        </section>
        <section aria-label={t('analytics:viewersByMinute')} className="min-w-0">
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2 pb-4">
            <h2 className="text-16 font-head">{t('analytics:viewersByMinute')}</h2>
            <div className="ms-auto pe-11">
              <Switch on={marks} onChange={(marks) => change({ marks })}>
                {t('analytics:marks.show')}
              </Switch>
            </div>
          </div>
          <TimeChart
            label={t('analytics:viewersByMinute')}
            sentence={t('analytics:overTime')}
            steps={trend.map(({ at }) => format.timeOfDay(at))}
            lines={[
              {
                key: 'viewers',
                name: t('analytics:viewersNow'),
                values: trend.map(({ value }, n) =>
                  n === trend.length - 1 ? Math.max(value, viewers) : value,
                ),
              },
            ]}
            partial={t('analytics:soFar', { time: format.timeOfDay(trend.at(-1)?.at ?? data.at) })}
            isWhole
            valueText={(value) => format.number(value)}
            tickText={(value) => figure.short('peak-viewers', value)}
            marks={
              marks
                ? chartMarks(
                    { ...counted, range: { ...counted.range, preset: 'last-30-minutes' } },
                    trend.map(({ at }) => at),
                  )
                : undefined
            }
          />
        </section>
      </div>
      {viewers > 0 && (
        <div className="grid grid-cols-3 gap-8 pt-8 max-lg:grid-cols-1">
          <Parts by="contentId" parts={data.contents} />
          <Parts by="country" parts={data.countries} />
          <Parts by="deviceType" parts={data.deviceTypes} />
        </div>
      )}
    </>
  )
}

function Parts({ by, parts }: { readonly by: Dimension; readonly parts: RealtimeViews['contents'] }) {
  const t = useText()
  const format = useFormat()
  const nameOf = usePartName()
  const title = t(`analytics:dimensions.${by}`)
  const most = Math.max(1, ...parts.map(({ viewers }) => viewers))
  return (
    <section aria-label={title} className="min-w-0">
      <h2 className="pb-2 text-16 font-head">{title}</h2>
      <ol>
        {parts.map(({ key, name, viewers }) => (
          <BarRow
            key={key}
            name={nameOf(by, key, name)}
            value={format.number(viewers)}
            share={viewers / most}
          />
        ))}
      </ol>
    </section>
  )
}

const signed = (text: string, change: number) => (change > 0 ? `+${text}` : change < 0 ? `−${text}` : text)
