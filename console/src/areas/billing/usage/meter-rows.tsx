import type { BillingAccount, MeterUsageRows, UsageRow } from '@kinora/contract'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useText } from '../../../lib/i18n'
import { Breadcrumbs } from '../../../ui/breadcrumbs'
import { ListFault } from '../../../ui/list-fault'
import { Table } from '../../../ui/table'
import type { Column } from '../../../ui/table-parts'
import { TextLink } from '../../../ui/text-link'
import { useWorkspace } from '../../identity'
import { useDates } from '../dates'
import { meterUsageQuery, type UsagePlace } from '../queries'
import { useUnits } from '../use-units'

const route = getRouteApi('/$environmentId/settings/billing')

interface MeterRowsProps {
  readonly account: Pick<BillingAccount, 'currency' | 'timezone'>
  readonly place: UsagePlace
}

/** The usage of a meter by environment, by video or stream, or by day. */
export function MeterRows({ account, place }: MeterRowsProps) {
  const t = useText()
  const { organization } = useWorkspace()
  const navigate = route.useNavigate()
  const rows = useQuery(meterUsageQuery(organization.id, place))
  const { data } = rows
  const level = data?.level ?? levelOf(place)
  const columns = useColumns(account, place, level)
  const rowName = useRowName(account.timezone, level)
  const open = ({ id }: UsageRow) => {
    if (level === 'days' || id === '') return
    const name = level === 'environments' ? 'environment' : 'object'
    void navigate({ search: (before) => ({ ...before, [name]: id }) })
  }
  return (
    <>
      <Crumbs place={place} />
      <h4 className="pt-1 pb-2 text-14 font-head">{t(`meters.${place.meter}`)}</h4>
      {rows.error && !data ? (
        <ListFault title={t('billing:usage.failed')} list={rows} />
      ) : data?.items.length === 0 ? (
        <p className="py-4 text-ink-3">{t('billing:usage.noRows')}</p>
      ) : (
        <Table
          label={t(`meters.${place.meter}`)}
          columns={columns}
          rows={data?.items}
          rowKey={({ id }) => id}
          rowName={rowName}
          onOpen={open}
          low
        />
      )}
    </>
  )
}

type Level = MeterUsageRows['level']

function levelOf({ environment, object }: UsagePlace): Level {
  return environment === '' ? 'environments' : object === '' ? 'objects' : 'days'
}

/** Links to the levels above. */
function Crumbs({ place: { environment, object } }: { readonly place: UsagePlace }) {
  const t = useText()
  const workspace = useWorkspace()
  const link = {
    to: '/$environmentId/settings/billing',
    params: { environmentId: workspace.environment.id },
  } as const
  return (
    <Breadcrumbs>
      <TextLink {...link} search={(before) => ({ ...before, meter: '', environment: '', object: '' })}>
        {t('billing:usage.all')}
      </TextLink>
      {environment !== '' && (
        <TextLink {...link} search={(before) => ({ ...before, environment: '', object: '' })}>
          {t('billing:usage.environments')}
        </TextLink>
      )}
      {object !== '' && (
        <TextLink {...link} search={(before) => ({ ...before, object: '' })}>
          {t('billing:usage.objects')}
        </TextLink>
      )}
    </Breadcrumbs>
  )
}

function useRowName(timezone: string, level: Level) {
  const t = useText()
  const dates = useDates(timezone)
  return ({ id, name }: UsageRow) => {
    if (level === 'days') return dates.calendarDate(id)
    if (id === '') return t('billing:usage.others')
    return name ?? t('billing:usage.deleted')
  }
}

function useColumns(
  { currency, timezone }: MeterRowsProps['account'],
  { meter }: UsagePlace,
  level: Level,
): readonly Column<UsageRow, never>[] {
  const t = useText()
  const { quantity, money } = useUnits(currency)
  const rowName = useRowName(timezone, level)
  return [
    {
      id: 'name',
      head: t(`billing:usage.${level}`),
      cell: (row) => (
        <span className="block min-w-0">
          <span dir="auto" className="own-way cut block text-ink">
            <bdi>{rowName(row)}</bdi>
          </span>
          <span className="cut tabular block text-12 text-ink-3 sm:hidden">
            {quantity(meter, row.quantity)}
          </span>
        </span>
      ),
    },
    {
      id: 'quantity',
      head: t('billing:usage.quantity'),
      width: '190px',
      number: true,
      from: 'sm',
      cell: ({ quantity: units }) => quantity(meter, units),
    },
    {
      id: 'cost',
      head: t('billing:usage.cost'),
      width: '120px',
      number: true,
      cell: ({ amount }) => <span className="font-mid">{money.exact(amount)}</span>,
    },
  ]
}
