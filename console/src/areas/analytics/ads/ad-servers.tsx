import type { AdDetails, MetricId } from '@kinora/contract'
import { useQuery } from '@tanstack/react-query'
import { none } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import { ListFault } from '../../../ui/list-fault'
import { Skeleton } from '../../../ui/skeleton'
import { Table } from '../../../ui/table'
import type { Column } from '../../../ui/table-parts'
import { useFigureText } from '../figure-text'
import { isKnownWith } from '../filters'
import { adServersQuery, type Counted } from '../queries'

type Row = AdDetails['items'][number]

const metrics = {
  requests: 'ad-requests',
  answered: 'ad-requests-answered',
  empty: 'ad-requests-empty',
  failed: 'ad-requests-failed',
  timedOut: 'ad-requests-timed-out',
  time: 'ad-request-time',
} as const satisfies Record<string, MetricId>
type Field = keyof typeof metrics
const fields = Object.keys(metrics) as Field[]
/** Columns that are hidden on narrow screens. */
const wide: readonly Field[] = ['answered', 'empty', 'timedOut']

/** Ad servers with the outcomes of their requests. Requests lack the campaign and other dimensions of an ad. */
export function AdServers({ counted }: { readonly counted: Counted }) {
  const t = useText()
  const figure = useFigureText()
  const isKnown = isKnownWith('ad-requests', counted.filters)
  const servers = useQuery({ ...adServersQuery(counted), enabled: isKnown })
  if (!isKnown || servers.data?.length === 0) return null
  const textOf = ({ figures }: Row, metric: MetricId) => {
    const value = figures.find((each) => each.metric === metric)?.value
    return value == null ? none : figure.full(metric, value)
  }
  const columns: readonly Column<Row>[] = [
    {
      id: 'host',
      head: t('analytics:ads.host'),
      cell: ({ key }) => <bdi className="break-all">{key}</bdi>,
    },
    ...fields.map(
      (field): Column<Row> => ({
        id: field,
        head: t(`analytics:ads.${field}`),
        width: '120px',
        number: true,
        ...(wide.includes(field) && ({ from: 'md' } as const)),
        ...(field === 'time' && ({ from: 'sm' } as const)),
        cell: (row) => <bdi>{textOf(row, metrics[field])}</bdi>,
      }),
    ),
  ]
  return (
    <section aria-label={t('analytics:ads.servers')} className="pt-8">
      <h2 className="pb-2 text-16 font-head">{t('analytics:ads.servers')}</h2>
      {servers.isError && !servers.data ? (
        <ListFault title={t('analytics:failed')} safe={t('ui:safe')} list={servers} />
      ) : servers.data ? (
        <Table
          low
          label={t('analytics:ads.servers')}
          columns={columns}
          rows={servers.data}
          rowKey={({ key }) => key}
          rowName={({ key }) => key}
        />
      ) : (
        <Skeleton className="h-40 w-full" />
      )}
    </section>
  )
}
