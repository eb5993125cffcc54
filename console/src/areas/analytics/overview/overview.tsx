import { ChartLine } from '@phosphor-icons/react/dist/csr/ChartLine'
import { useQuery } from '@tanstack/react-query'
import { useText } from '../../../lib/i18n'
import { ListFault } from '../../../ui/list-fault'
import { Select } from '../../../ui/select'
import { Skeleton } from '../../../ui/skeleton'
import { State } from '../../../ui/state'
import { Switch } from '../../../ui/switch'
import { useWorkspace } from '../../identity'
import { totalsQuery } from '../queries'
import { splits, useChangeView, useView } from '../view'
import { FigureStrip } from './figure-strip'
import { MetricChart } from './metric-chart'
import { PartList } from './part-list'

/** The figures, the chart of one of them, and who and what it comes from. */
export function Overview() {
  const t = useText()
  const { environment } = useWorkspace()
  const search = useView()
  const change = useChangeView()
  const totals = useQuery(totalsQuery(environment.id, search))
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
  const { metric, split, compare } = search
  const isEmpty = totals.data.items.every(({ total, previousTotal }) => !total && !previousTotal)
  if (isEmpty) {
    return (
      <div className="pt-8">
        <State icon={<ChartLine size={20} />} title={t('analytics:none')}>
          {t('analytics:noneText')}
        </State>
      </div>
    )
  }
  return (
    <>
      <FigureStrip
        items={totals.data.items}
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
            <Select
              hideLabel
              label={t('analytics:split')}
              options={[
                { id: 'none', label: t('analytics:splits.none') },
                ...splits.map((id) => ({ id, label: t(`analytics:splits.${id}`) })),
              ]}
              value={split ?? 'none'}
              onChange={(id) => change({ split: splits.find((one) => one === id) })}
            />
          </div>
        </div>
        <MetricChart />
        <p className="max-w-prose pt-1 text-12 text-ink-3">{t(`analytics:definitions.${metric}`)}</p>
      </section>
      <div className="grid grid-cols-3 gap-8 pt-8 max-lg:grid-cols-1">
        <PartList by="contentId" />
        <PartList by="partner" />
        <PartList by="programme" />
        <PartList by="deviceType" />
        <PartList by="deviceName" />
        <PartList by="pageHost" />
      </div>
    </>
  )
}
