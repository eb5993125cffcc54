import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useText } from '../../../lib/i18n'
import { ListFault } from '../../../ui/list-fault'
import { Skeleton } from '../../../ui/skeleton'
import { NoAds } from '../ads/no-ads'
import { RevenueTable } from '../ads/revenue-table'
import { partsQuery } from '../queries'
import { useCounted } from '../use-counted'
import { useChangeView } from '../view'
import { FiguresOverTime } from './figures-over-time'

/** The Ad Revenue tab. It shows one currency at a time, because amounts in different currencies cannot be added. */
export function Revenue() {
  const t = useText()
  const counted = useCounted()
  const change = useChangeView()
  const { currency: chosen = [], ...filters } = counted.filters
  const currencies = useQuery(partsQuery({ ...counted, filters }, 'ad-revenue', false, 'currency'))
  const largest = currencies.data?.rows[0]?.key
  const shown = chosen.at(-1) ?? largest
  const isShown = shown !== undefined && chosen.length === 1
  useEffect(() => {
    if (shown !== undefined && !isShown) change({ filters: { ...filters, currency: [shown] } })
  })
  if (currencies.isError && !currencies.data)
    return <ListFault title={t('analytics:failed')} safe={t('ui:safe')} list={currencies} />
  if (currencies.data && shown === undefined)
    return <NoAds title={t('analytics:ads.noRevenue')}>{t('analytics:ads.noRevenueText')}</NoAds>
  if (!isShown) return <Skeleton className="mt-5 h-60 w-full" />
  return (
    <>
      <FiguresOverTime tab="revenue" />
      <RevenueTable counted={counted} />
    </>
  )
}
