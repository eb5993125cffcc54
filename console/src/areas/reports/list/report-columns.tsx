import type { Report } from '@kinora/contract'
import { Link } from '@tanstack/react-router'
import { useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import { RowMenuButton } from '../../../ui/row-menu-button'
import type { Column } from '../../../ui/table-parts'
import { ReportMenu } from './report-menu'
import { ReportStatus, RunState } from './report-status'
import { useWhen } from './use-when'

export function useReportColumns(): readonly Column<Report>[] {
  const t = useText()
  const format = useFormat()
  const when = useWhen()
  return [
    {
      id: 'name',
      head: t('reports:list.columns.name'),
      cell: ({ id, environmentId, name, webhookHost, recipients: [first = webhookHost ?? '', ...more] }) => (
        <span className="block min-w-0">
          <Link
            to="/$environmentId/cdn_analytics/reports/$reportId"
            params={{ environmentId, reportId: id }}
            tabIndex={-1}
            title={name}
            dir="auto"
            className="own-way cut block font-mid text-ink"
          >
            <bdi>{name}</bdi>
          </Link>
          <span className="cut block text-12 text-ink-3">
            {more.length === 0 ? (
              <bdi>{first}</bdi>
            ) : (
              t('reports:list.recipients', { count: more.length + 1 })
            )}
          </span>
        </span>
      ),
    },
    {
      id: 'sent',
      head: t('reports:list.columns.sent'),
      width: '200px',
      from: 'md',
      cell: (report) => <span className="text-ink-2">{when(report)}</span>,
    },
    {
      id: 'next',
      head: t('reports:list.columns.next'),
      width: '140px',
      from: 'lg',
      cell: ({ nextAt }) => (
        <span className="tabular text-ink-2">{nextAt === null ? '' : format.moment(nextAt)}</span>
      ),
    },
    {
      id: 'last',
      head: t('reports:list.columns.last'),
      width: '150px',
      from: 'sm',
      cell: ({ lastRun }) => (lastRun === null ? '' : <RunState state={lastRun.state} />),
    },
    {
      id: 'status',
      head: t('reports:list.columns.status'),
      width: '120px',
      cell: (report) => <ReportStatus report={report} />,
    },
    {
      id: 'menu',
      head: t('reports:list.columns.menu'),
      quietHead: true,
      width: '40px',
      cell: (report) => (
        <ReportMenu
          isOpenable
          report={report}
          trigger={<RowMenuButton label={t('reports:actions.of', { name: report.name })} />}
        />
      ),
    },
  ]
}
