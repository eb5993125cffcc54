import type { AdChannel, ReconciledCampaign } from '@kinora/contract'
import { Scales } from '@phosphor-icons/react/dist/csr/Scales'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { none, useFormat } from '../../../lib/format'
import { useLanguage, useText } from '../../../lib/i18n'
import { languages } from '../../../lib/languages'
import { ListFault } from '../../../ui/list-fault'
import { Select } from '../../../ui/select'
import { State } from '../../../ui/state'
import { Table } from '../../../ui/table'
import type { Column } from '../../../ui/table-parts'
import { reconciliationQuery } from '../queries'
import { timeRanges } from '../time-ranges'
import { TheirFigures } from './their-figures'

const route = getRouteApi('/$environmentId/ad_insertion_/$channelId')

type Row = Omit<ReconciledCampaign, 'campaign' | 'title'> & { readonly name: string; readonly key: string }

/** Comparison of inserted and delivered ads with the figures of an ad server. */
export function ReconciliationTab({ channel }: { readonly channel: AdChannel }) {
  const t = useText()
  const { range: wanted } = route.useSearch()
  const navigate = route.useNavigate()
  const range = timeRanges.find((one) => one === wanted) ?? 'week'
  const [csv, setCsv] = useState('')
  const report = useQuery(reconciliationQuery(channel, range, ''))
  const compared = useQuery({ ...reconciliationQuery(channel, range, csv), enabled: csv !== '' })
  const columns = useColumns()
  const data = (csv === '' ? null : compared.data) ?? report.data
  const nameOf = ({ campaign, title }: ReconciledCampaign) =>
    [title, campaign === '' ? t('ads:reconciliation.unnamed') : campaign].filter(Boolean).join(' · ')
  const rows: Row[] | undefined = data && [
    ...data.items.map((item) => ({ ...item, key: `of ${item.campaign}`, name: nameOf(item) })),
    { ...data.total, key: 'total', name: t('ads:reconciliation.total') },
  ]
  return (
    <>
      <div className="flex flex-wrap items-start justify-between gap-3 py-4">
        <p className="max-w-[680px] text-pretty text-ink-2">{t('ads:reconciliation.about')}</p>
        <Select
          hideLabel
          label={t('ads:log.range')}
          options={timeRanges.map((id) => ({ id, label: t(`ads:log.ranges.${id}`) }))}
          value={range}
          onChange={(id) => void navigate({ search: (old) => ({ ...old, range: id }), replace: true })}
        />
      </div>
      {report.isError && !data ? (
        <ListFault title={t('ads:reconciliation.failedToLoad')} safe={t('ui:safe')} list={report} />
      ) : data?.items.length === 0 ? (
        <State icon={<Scales size={20} />} title={t('ads:reconciliation.none')}>
          {t('ads:reconciliation.noneWhy')}
        </State>
      ) : (
        <Table
          low
          label={t('ads:channel.tabs.reconciliation')}
          columns={columns}
          rows={rows}
          rowKey={({ key }) => key}
          rowName={({ name }) => name}
          skeletonRows={4}
        />
      )}
      <TheirFigures busy={compared.isFetching} error={compared.error} onCompare={setCsv} />
    </>
  )
}

function useColumns(): readonly Column<Row>[] {
  const t = useText()
  const format = useFormat()
  const { tag } = languages[useLanguage()]
  const percent = new Intl.NumberFormat(tag, {
    style: 'percent',
    maximumFractionDigits: 1,
    signDisplay: 'exceptZero',
  })
  type Figure =
    | 'inserted'
    | 'notDelivered'
    | 'impressions'
    | 'sent'
    | 'unknown'
    | 'failed'
    | 'waiting'
    | 'theirs'
  const figure = (id: Figure, from?: 'sm' | 'md' | 'lg'): Column<Row> => ({
    id,
    head: t(`ads:reconciliation.${id}`),
    width: '112px',
    number: true,
    ...(from && { from }),
    cell: ({ [id]: value }) => (value === null ? none : format.number(value)),
  })
  return [
    {
      id: 'campaign',
      head: t('ads:reconciliation.campaign'),
      cell: ({ key, name }) => (
        <bdi className={key === 'total' ? 'font-head wrap-anywhere' : 'wrap-anywhere'}>{name}</bdi>
      ),
    },
    figure('inserted', 'sm'),
    figure('notDelivered', 'lg'),
    figure('impressions'),
    figure('sent', 'md'),
    figure('unknown', 'lg'),
    figure('failed', 'lg'),
    figure('waiting', 'lg'),
    figure('theirs', 'sm'),
    {
      id: 'difference',
      head: t('ads:reconciliation.difference'),
      width: '92px',
      number: true,
      cell: ({ differencePercent: value }) => (value === null ? none : percent.format(value / 100)),
    },
  ]
}
