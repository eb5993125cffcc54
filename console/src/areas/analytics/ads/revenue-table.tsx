import type { Figures, MetricId } from '@kinora/contract'
import { useQueries } from '@tanstack/react-query'
import { none, useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import { ListFault } from '../../../ui/list-fault'
import { Select } from '../../../ui/select'
import { Skeleton } from '../../../ui/skeleton'
import { Table } from '../../../ui/table'
import type { Column } from '../../../ui/table-parts'
import { useFigureText } from '../figure-text'
import { type Counted, partsQuery, totalsQuery } from '../queries'
import { usePartName } from '../use-part-name'
import { useChangeView, useView } from '../view'

const metrics = ['ad-impressions', 'ad-completes', 'ad-revenue', 'ad-ecpm'] as const
const groups = ['campaign', 'adChannel', 'contentId', 'advertiser'] as const
type Values = Partial<Record<MetricId, number | null>>

interface Row {
  readonly key: string
  readonly name: string
  readonly values: Values
}

const TOTAL = 'total'
const OTHERS = 'others'

/** Revenue by campaign, channel or video, with the total. */
export function RevenueTable({ counted }: { readonly counted: Counted }) {
  const t = useText()
  const format = useFormat()
  const figure = useFigureText()
  const nameOf = usePartName()
  const { split } = useView()
  const change = useChangeView()
  const by = groups.find((one) => one === split) ?? 'campaign'
  const parts = useQueries({ queries: metrics.map((metric) => partsQuery(counted, metric, false, by)) })
  const [totals] = useQueries({ queries: [totalsQuery(counted, metrics, false)] })
  const failed = [...parts, totals].find((query) => query.isError && !query.data)
  if (failed) return <ListFault title={t('analytics:failed')} safe={t('ui:safe')} list={failed} />
  const [impressions] = parts
  const loaded = totals.data && parts.every(({ data }) => data !== undefined)
  const valuesOf = (key: string): Values =>
    Object.fromEntries(metrics.map((metric, n) => [metric, valueIn(parts[n]?.data?.rows, key)]))
  const rows: Row[] = (impressions?.data?.rows ?? []).map(({ key, name }) => ({
    key,
    name: nameOf(by, key, name),
    values: valuesOf(key),
  }))
  const others = impressions?.data?.others
  const rest: readonly Row[] = others
    ? [
        {
          key: OTHERS,
          name: t('analytics:others', { number: format.number(others.groups) }),
          values: Object.fromEntries(
            metrics.map((metric, n) => [metric, parts[n]?.data?.others?.value ?? null]),
          ),
        },
      ]
    : []
  const all: Row = {
    key: TOTAL,
    name: t('analytics:ads.total'),
    values: Object.fromEntries((totals.data?.items ?? []).map(({ metric, total }) => [metric, total])),
  }
  const columns: readonly Column<Row>[] = [
    {
      id: 'name',
      head: t(`analytics:dimension.${by}`),
      cell: ({ key, name }) => <bdi className={key === TOTAL ? 'font-head' : undefined}>{name}</bdi>,
    },
    ...metrics.map(
      (metric): Column<Row> => ({
        id: metric,
        head: t(`analytics:metrics.${metric}`),
        width: '140px',
        number: true,
        ...(metric === 'ad-completes' && ({ from: 'md' } as const)),
        ...(metric === 'ad-impressions' && ({ from: 'sm' } as const)),
        cell: ({ values: { [metric]: value } }) => (
          <bdi>{value == null ? none : figure.full(metric, value)}</bdi>
        ),
      }),
    ),
  ]
  return (
    <section aria-label={t('analytics:ads.table')} className="pt-8">
      <div className="flex flex-wrap items-center justify-between gap-3 pb-2">
        <h2 className="text-16 font-head">{t('analytics:ads.table')}</h2>
        <Select
          hideLabel
          label={t('analytics:ads.by')}
          options={groups.map((id) => ({
            id,
            label: t('analytics:splitBy', { part: t(`analytics:dimension.${id}`) }),
          }))}
          value={by}
          onChange={(id) => change({ split: groups.find((one) => one === id) })}
        />
      </div>
      {loaded ? (
        <Table
          low
          label={t('analytics:ads.table')}
          columns={columns}
          rows={[...rows, ...rest, all]}
          rowKey={(row) => (rows.includes(row) ? `of ${row.key}` : row.key)}
          rowName={({ name }) => name}
          skeletonRows={6}
        />
      ) : (
        <Skeleton className="h-40 w-full" />
      )}
    </section>
  )
}

function valueIn(rows: Figures['rows'], key: string): number | null {
  return rows?.find((row) => row.key === key)?.value ?? null
}
