import type { BillingRevenue } from '@kinora/contract'
import { ChartBar } from '@phosphor-icons/react/dist/csr/ChartBar'
import { useQuery } from '@tanstack/react-query'
import { useLanguage, useText } from '../../../lib/i18n'
import { languages } from '../../../lib/languages'
import { FigureTable } from '../../../ui/figure-table'
import { ListFault } from '../../../ui/list-fault'
import { Section } from '../../../ui/section'
import { Skeleton } from '../../../ui/skeleton'
import { State } from '../../../ui/state'
import { useMoney } from '../money'
import { revenueQuery } from './queries'

type Month = BillingRevenue['items'][number]

/** Charges and receipts by month, and charges by meter. */
export function Revenue() {
  const t = useText()
  const revenue = useQuery(revenueQuery)
  const { data } = revenue
  if (data === undefined)
    return revenue.error ? (
      <ListFault title={t('billing:administration.failed')} list={revenue} />
    ) : (
      <div aria-busy>
        <Skeleton className="h-48 w-full" />
      </div>
    )
  if (data.items.length === 0)
    return (
      <State icon={<ChartBar size={20} />} title={t('billing:administration.noRevenue')}>
        {t('billing:administration.noRevenueAbout')}
      </State>
    )
  return (
    <div className="flex flex-col gap-8">
      {data.items.map((item) => (
        <RevenueMonth key={`${item.month} ${item.currency}`} item={item} />
      ))}
    </div>
  )
}

function RevenueMonth({ item: { month, currency, total, received, meters } }: { readonly item: Month }) {
  const t = useText()
  const { tag } = languages[useLanguage()]
  const money = useMoney(currency)
  const name = new Intl.DateTimeFormat(tag, { month: 'long', year: 'numeric', timeZone: 'UTC' })
  const title = `${name.format(new Date(`${month}-15T00:00:00Z`))}, ${currency}`
  const rows = meters.toSorted((a, b) => (BigInt(a.amount) < BigInt(b.amount) ? 1 : -1))
  return (
    <Section title={title}>
      <dl className="tabular flex flex-wrap gap-x-8 gap-y-1 py-3 text-13">
        <Figure name={t('billing:administration.charged')}>{money.short(total)}</Figure>
        <Figure name={t('billing:administration.received')}>{money.short(received)}</Figure>
      </dl>
      {rows.length > 0 && (
        <FigureTable
          label={title}
          className=""
          heads={[
            { key: 'meter', name: t('billing:administration.meter') },
            { key: 'amount', name: t('billing:administration.charged') },
          ]}
          rows={rows.map(({ meter, amount }) => ({
            key: meter,
            cells: [t(`meters.${meter}`), <bdi key="amount">{money.exact(amount)}</bdi>],
          }))}
        />
      )}
    </Section>
  )
}

function Figure({ name, children }: { readonly name: string; readonly children: string }) {
  return (
    <div className="flex gap-2">
      <dt className="text-ink-3">{name}</dt>
      <dd className="font-head">
        <bdi>{children}</bdi>
      </dd>
    </div>
  )
}
