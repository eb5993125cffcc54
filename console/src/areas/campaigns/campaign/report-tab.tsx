import type { Campaign, CampaignReport } from '@kinora/contract'
import { ChartBar } from '@phosphor-icons/react/dist/csr/ChartBar'
import { DownloadSimple } from '@phosphor-icons/react/dist/csr/DownloadSimple'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { saveFile } from '../../../lib/browser/save-file'
import { useFormat } from '../../../lib/format'
import { useLanguage, useText } from '../../../lib/i18n'
import { languages } from '../../../lib/languages'
import { Button } from '../../../ui/button'
import { DateField } from '../../../ui/date-field'
import { ListFault } from '../../../ui/list-fault'
import { State } from '../../../ui/state'
import { Table } from '../../../ui/table'
import type { Column } from '../../../ui/table-parts'
import { reportQuery } from '../queries'
import { reportCsv } from './report-csv'

const route = getRouteApi('/$environmentId/campaigns_/$campaignId')

const DAY_MS = 24 * 3600 * 1000
const USUAL_DAYS = 29
const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10)

type Row = Omit<CampaignReport['items'][number], 'creativeId' | 'creativeName' | 'day'> & {
  readonly key: string
  readonly name: string
  readonly day: string | null
}

/** Delivery report of a campaign, by day and creative. */
export function ReportTab({ campaign }: { readonly campaign: Campaign }) {
  const t = useText()
  const { id, environmentId, name } = campaign
  const { to = dayOf(Date.now()), from = dayOf(Date.parse(to) - USUAL_DAYS * DAY_MS) } = route.useSearch()
  const navigate = route.useNavigate()
  const report = useQuery(reportQuery(environmentId, id, from, to))
  const columns = useColumns()
  const { data } = report
  const nameOf = (creative: string | null) => creative ?? t('campaigns:campaign.report.deleted')
  const rows: Row[] | undefined = data && [
    ...data.totals.map((total) => ({
      ...total,
      key: `total ${total.currency}`,
      name: t('campaigns:campaign.report.total'),
      day: null,
    })),
    ...data.items
      .map(({ creativeId, creativeName, ...row }) => ({
        ...row,
        key: `${row.day} ${creativeId} ${row.currency}`,
        name: nameOf(creativeName),
      }))
      .toReversed(),
  ]
  const change = (range: { from?: string; to?: string }) =>
    void navigate({ search: (old) => ({ ...old, ...range }), replace: true })
  const save = () =>
    data && saveFile(`${name}-${from}-${to}.csv`, new Blob([reportCsv(data.items)], { type: 'text/csv' }))
  return (
    <>
      <div className="flex flex-wrap items-end gap-3 py-4">
        <DateField
          label={t('campaigns:campaign.report.from')}
          value={from}
          onChange={(day) => day !== '' && change({ from: day })}
        />
        <DateField
          label={t('campaigns:campaign.report.to')}
          value={to}
          onChange={(day) => day !== '' && change({ to: day })}
        />
        <Button
          icon={<DownloadSimple size={16} />}
          disabled={data === undefined || data.items.length === 0}
          onPress={save}
        >
          {t('campaigns:campaign.report.csv')}
        </Button>
        <p className="basis-full text-12 text-ink-3">{t('campaigns:campaign.report.about')}</p>
      </div>
      {report.isError && !data ? (
        <ListFault title={t('campaigns:campaign.report.failed')} safe={t('ui:safe')} list={report} />
      ) : data?.items.length === 0 ? (
        <State icon={<ChartBar size={20} />} title={t('campaigns:campaign.report.none')}>
          {t('campaigns:campaign.report.noneWhy')}
        </State>
      ) : (
        <Table
          low
          label={t('campaigns:campaign.tabs.report')}
          columns={columns}
          rows={rows}
          rowKey={({ key }) => key}
          rowName={({ name: creative, day }) => [day, creative].filter(Boolean).join(' ')}
          skeletonRows={4}
        />
      )}
    </>
  )
}

function useColumns(): readonly Column<Row>[] {
  const t = useText()
  const format = useFormat()
  type Figure = 'impressions' | 'firstQuartiles' | 'midpoints' | 'thirdQuartiles' | 'completes' | 'clicks'
  const figure = (id: Figure, from?: 'sm' | 'md' | 'lg'): Column<Row> => ({
    id,
    head: t(`campaigns:campaign.report.${id}`),
    width: '104px',
    number: true,
    ...(from && { from }),
    cell: ({ [id]: value }) => format.number(value),
  })
  const { tag } = languages[useLanguage()]
  const dayText = new Intl.DateTimeFormat(tag, { dateStyle: 'medium', timeZone: 'UTC' })
  return [
    {
      id: 'creative',
      head: t('campaigns:reviews.creative'),
      cell: ({ name, day }) => (
        <span className="block min-w-0">
          <bdi className={day === null ? 'cut block font-head' : 'cut block'}>{name}</bdi>
          {day !== null && <span className="block text-12 text-ink-3">{dayText.format(new Date(day))}</span>}
        </span>
      ),
    },
    figure('impressions'),
    figure('firstQuartiles', 'lg'),
    figure('midpoints', 'lg'),
    figure('thirdQuartiles', 'lg'),
    figure('completes', 'sm'),
    figure('clicks', 'sm'),
    {
      id: 'spend',
      head: t('campaigns:campaign.report.spend'),
      width: '132px',
      number: true,
      cell: ({ spend, currency }) =>
        currency === '' ? format.number(0) : format.money(Number(spend), currency),
    },
  ]
}
