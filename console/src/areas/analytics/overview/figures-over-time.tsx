import type { Dimension, MetricId } from '@kinora/contract'
import { ChartLine } from '@phosphor-icons/react/dist/csr/ChartLine'
import { ListBullets } from '@phosphor-icons/react/dist/csr/ListBullets'
import { useQuery } from '@tanstack/react-query'
import { useText } from '../../../lib/i18n'
import { Button } from '../../../ui/button'
import { ListFault } from '../../../ui/list-fault'
import { Select } from '../../../ui/select'
import { Skeleton } from '../../../ui/skeleton'
import { State } from '../../../ui/state'
import { Switch } from '../../../ui/switch'
import { AdServers } from '../ads/ad-servers'
import { NoAds } from '../ads/no-ads'
import { PartList } from '../charts/part-list'
import { isKnownBy } from '../filters'
import { CountryPart } from '../map/country-part'
import { totalsQuery } from '../queries'
import { StartupTimes } from '../startup/startup-times'
import { type FigureTab, figureTabs, isAboutAds, isAboutViews, shownMetrics } from '../tabs'
import { useCounted } from '../use-counted'
import { useChangeView, useView } from '../view'
import { ErrorList } from '../views/error-list'
import { FigureStrip } from './figure-strip'
import { MetricChart } from './metric-chart'

/** A tab with metrics over time: totals, the chart of the selected metric, and its values by dimension. */
export function FiguresOverTime({ tab }: { readonly tab: FigureTab }) {
  const t = useText()
  const counted = useCounted()
  const { metric, split, compare, marks } = useView()
  const change = useChangeView()
  const { metrics, splits, lists } = figureTabs[tab]
  const ofViews = isAboutViews(tab)
  const totals = useQuery(totalsQuery(counted, shownMetrics(tab), compare))
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
  const isEmpty = items.every(({ total, previousTotal }) => !total && !previousTotal)
  const isFiltered = Object.keys(counted.filters).length > 0
  if (isEmpty && isAboutAds(tab) && !isFiltered)
    return <NoAds title={t('analytics:ads.none')}>{t('analytics:ads.noneText')}</NoAds>
  if (isEmpty) {
    return (
      <div className="pt-8">
        <State
          icon={<ChartLine size={20} />}
          title={t(
            isFiltered && ofViews
              ? 'analytics:noneFiltered'
              : ofViews
                ? 'analytics:none'
                : 'analytics:noneCounted',
          )}
          {...(isFiltered && {
            actions: <Button onPress={() => change({ filters: {} })}>{t('analytics:clearFilters')}</Button>,
          })}
        >
          {t(
            isFiltered
              ? 'analytics:noneFilteredText'
              : ofViews
                ? 'analytics:noneText'
                : 'analytics:noneCountedText',
          )}
        </State>
      </div>
    )
  }
  return (
    <div className="@container">
      <FigureStrip
        items={metrics.flatMap((wanted) => items.find((item) => item.metric === wanted) ?? [])}
        chosen={metric}
        onChoose={(chosen) => change({ metric: chosen })}
      />
      <section aria-label={t('analytics:overTime')} className="pt-6">
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2 pb-4">
          <h2 className="text-16 font-head">{t(`analytics:metrics.${metric}`)}</h2>
          <div className="ms-auto flex flex-wrap items-center gap-4 pe-11">
            <Switch on={compare} onChange={(compare) => change({ compare })}>
              {t('analytics:compare')}
            </Switch>
            <Switch on={marks} onChange={(marks) => change({ marks })}>
              {t('analytics:marks.show')}
            </Switch>
            <Select
              hideLabel
              label={t('analytics:split')}
              options={[
                { id: 'none', label: t('analytics:notSplit') },
                ...splits.map((id) => ({
                  id,
                  label: t('analytics:splitBy', { part: t(`analytics:dimension.${id}`) }),
                })),
              ]}
              value={split ?? 'none'}
              onChange={(id) => change({ split: splits.find((one) => one === id) })}
            />
            {ofViews && (
              <Button icon={<ListBullets size={16} aria-hidden />} onPress={() => change({ open: 'views' })}>
                {t('analytics:showViews')}
              </Button>
            )}
          </div>
        </div>
        <MetricChart />
        <p className="max-w-prose pt-1 text-12 text-ink-3">{t(`analytics:definitions.${metric}`)}</p>
      </section>
      {tab === 'ads' && <AdServers counted={counted} />}
      {tab === 'performance' && (
        <div className="pt-8">
          <StartupTimes counted={counted} />
        </div>
      )}
      <div className="grid grid-flow-dense grid-cols-3 gap-8 pt-8 @max-[900px]:grid-cols-2 @max-[600px]:grid-cols-1">
        {tab === 'performance' && (
          <ErrorList counted={counted} onOpen={(code) => change({ open: `error:${code}` })} />
        )}
        {lists.map((by) =>
          by === 'country' && tab === 'overview' ? (
            <CountryPart key={by} />
          ) : (
            <PartList
              key={by}
              counted={counted}
              by={by}
              // Falls back to a metric that has this dimension.
              metric={isKnownBy(metric, by) ? metric : otherMetric(tab, by)}
              compare={compare}
            />
          ),
        )}
      </div>
    </div>
  )
}

/** The metric of a list whose dimension the selected metric lacks. */
function otherMetric(tab: FigureTab, by: Dimension): MetricId {
  if (isAboutAds(tab)) return by === 'adReason' ? 'ad-skips' : 'ad-impressions'
  return isAboutViews(tab) ? 'views' : 'streamed-time'
}
