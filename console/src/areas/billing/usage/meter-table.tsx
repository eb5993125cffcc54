import type { BillingAccount, BillingUsage, MeterUsage } from '@kinora/contract'
import { ChartBar } from '@phosphor-icons/react/dist/csr/ChartBar'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useText } from '../../../lib/i18n'
import { State } from '../../../ui/state'
import { Table } from '../../../ui/table'
import type { Column } from '../../../ui/table-parts'
import { useWorkspace } from '../../identity'
import { useDates } from '../dates'
import { wholeBilling } from '../search'
import { useUnits } from '../use-units'
import { DayBars } from './day-bars'

const route = getRouteApi('/$environmentId/settings/billing')

interface MeterTableProps {
  readonly account: Pick<BillingAccount, 'currency' | 'timezone'>
  /** Undefined while it loads. */
  readonly usage: BillingUsage | undefined
}

/** Meters with their quantities, prices and costs, the most expensive first. */
export function MeterTable({ account: { currency, timezone }, usage }: MeterTableProps) {
  const t = useText()
  const { money } = useUnits(currency)
  const dates = useDates(timezone)
  const navigate = route.useNavigate()
  const columns = useColumns(currency)
  if (usage !== undefined && usage.items.length === 0 && usage.adjustments.length === 0)
    return (
      <State icon={<ChartBar size={20} />} title={t('billing:usage.none')}>
        {t('billing:usage.noneAbout')}
      </State>
    )
  return (
    <>
      <Table
        label={t('billing:usage.title')}
        columns={columns}
        rows={usage?.items}
        rowKey={({ meter }) => meter}
        rowName={({ meter }) => t(`meters.${meter}`)}
        onOpen={({ meter }) => void navigate({ search: (before) => ({ ...before, meter }) })}
      />
      {usage && (
        <dl className="tabular text-13">
          {usage.adjustments.map(({ period, amount }) => (
            <Line
              key={period.startsAt}
              name={t('billing:usage.adjustment', { period: dates.period(period) })}
            >
              {money.exact(amount)}
            </Line>
          ))}
          <Line name={t('billing:usage.total')} isTotal>
            {money.exact(usage.total)}
          </Line>
        </dl>
      )}
    </>
  )
}

function useColumns(currency: string): readonly Column<MeterUsage, never>[] {
  const t = useText()
  const { environment } = useWorkspace()
  const { quantity, price, money } = useUnits(currency)
  return [
    {
      id: 'meter',
      head: t('billing:usage.meter'),
      cell: ({ meter, quantity: units, free }) => (
        <span className="block min-w-0">
          <Link
            to="/$environmentId/settings/billing"
            params={{ environmentId: environment.id }}
            search={({ period = '' }) => ({ ...wholeBilling, period, meter })}
            tabIndex={-1}
            className="cut block font-mid text-ink"
          >
            {t(`meters.${meter}`)}
          </Link>
          <span className="cut tabular block text-12 text-ink-3 sm:hidden">{quantity(meter, units)}</span>
          {BigInt(free) > 0n && (
            <span className="cut block text-12 text-ink-3">
              {t('billing:usage.free', { amount: quantity(meter, free) })}
            </span>
          )}
        </span>
      ),
    },
    {
      id: 'days',
      head: t('billing:usage.perDay'),
      width: '130px',
      from: 'lg',
      cell: ({ days }) => <DayBars days={days} />,
    },
    {
      id: 'quantity',
      head: t('billing:usage.quantity'),
      width: '220px',
      number: true,
      from: 'sm',
      cell: ({ meter, quantity: units, price: given }) => (
        <>
          {quantity(meter, units)}
          <span className="block text-12 text-ink-3">{price(given)}</span>
        </>
      ),
    },
    {
      id: 'cost',
      head: t('billing:usage.cost'),
      width: '120px',
      number: true,
      cell: ({ amount }) => <span className="font-head">{money.exact(amount)}</span>,
    },
  ]
}

interface LineProps {
  readonly name: string
  readonly isTotal?: boolean
  readonly children: string
}

function Line({ name, isTotal = false, children }: LineProps) {
  return (
    <div className={`flex justify-between gap-4 border-b border-rule py-2 ${isTotal ? 'font-head' : ''}`}>
      <dt>{name}</dt>
      <dd>
        <bdi>{children}</bdi>
      </dd>
    </div>
  )
}
