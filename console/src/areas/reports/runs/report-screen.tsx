import type { Report } from '@kinora/contract'
import { DotsThree } from '@phosphor-icons/react/dist/csr/DotsThree'
import { EnvelopeSimple } from '@phosphor-icons/react/dist/csr/EnvelopeSimple'
import { PaperPlaneTilt } from '@phosphor-icons/react/dist/csr/PaperPlaneTilt'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { isolate } from '../../../lib/browser/isolate'
import { useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import { Breadcrumbs } from '../../../ui/breadcrumbs'
import { Button } from '../../../ui/button'
import { IconButton } from '../../../ui/icon-button'
import { LinkButton } from '../../../ui/link-button'
import { ObjectPage } from '../../../ui/object-page'
import { ObjectScreen } from '../../../ui/object-screen'
import { PagedList } from '../../../ui/paged-list'
import { Section } from '../../../ui/section'
import { Skeleton } from '../../../ui/skeleton'
import { State } from '../../../ui/state'
import { toast } from '../../../ui/toast-store'
import { useProblemToast } from '../../../ui/use-problem-toast'
import { NoAccess, useRights } from '../../identity'
import { Facts } from '../../library'
import { AnalyticsCrumb, ReportsCrumb } from '../list/analytics-crumb'
import { ReportMenu } from '../list/report-menu'
import { ReportStatus } from '../list/report-status'
import { useWhen } from '../list/use-when'
import { reportQuery, runsQuery, useActOnReport, usePlace } from '../queries'
import { useRunColumns } from './run-columns'

const route = getRouteApi('/$environmentId/cdn_analytics_/reports_/$reportId')

/** A report with its history. */
export function ReportScreen() {
  const t = useText()
  const { reportId } = route.useParams()
  const place = usePlace()
  const rights = useRights('Analytics', 'Report')
  const query = useQuery({ ...reportQuery(place, reportId), enabled: rights.read })
  return (
    <ObjectScreen
      title={t('reports:page.title')}
      query={query}
      noAccess={!rights.read && <NoAccess what={t('reports:list.title')} />}
      skeleton={<Skeleton className="mt-8 h-60 w-full" />}
      gone={<Gone environmentId={place.environmentId} />}
      failed={t('reports:page.failed')}
      safe={t('ui:safe')}
    >
      {(report) => <ReportPage key={report.id} report={report} />}
    </ObjectScreen>
  )
}

function Gone({ environmentId }: { readonly environmentId: string }) {
  const t = useText()
  return (
    <State
      icon={<EnvelopeSimple size={20} />}
      title={t('reports:page.gone')}
      actions={
        <LinkButton variant="primary" to="/$environmentId/cdn_analytics/reports" params={{ environmentId }}>
          {t('reports:page.back')}
        </LinkButton>
      }
    >
      {t('reports:page.goneWhy')}
    </State>
  )
}

function ReportPage({ report }: { readonly report: Report }) {
  const t = useText()
  const navigate = route.useNavigate()
  const rights = useRights('Analytics', 'Report')
  const act = useActOnReport(report)
  const onError = useProblemToast(t('reports:failed'))
  const { environmentId, name } = report
  const send = () =>
    act.mutate('send', {
      onSuccess: () => toast({ text: t('reports:done.send', { name: isolate(name) }), tone: 'good' }),
      onError,
    })
  return (
    <ObjectPage
      name={name}
      crumbs={
        <Breadcrumbs>
          <AnalyticsCrumb environmentId={environmentId} />
          <ReportsCrumb environmentId={environmentId} />
        </Breadcrumbs>
      }
      beside={<ReportStatus report={report} />}
      actions={
        <>
          {rights.update && (
            <Button icon={<PaperPlaneTilt size={16} />} busy={act.isPending} onPress={send}>
              {t('reports:actions.send')}
            </Button>
          )}
          <ReportMenu
            report={report}
            onDeleted={() =>
              void navigate({
                to: '/$environmentId/cdn_analytics/reports',
                params: { environmentId },
                search: {},
              })
            }
            trigger={
              <IconButton outlined label={t('reports:actions.of', { name })}>
                <DotsThree size={16} weight="bold" />
              </IconButton>
            }
          />
        </>
      }
      tabs={null}
    >
      <ReportFacts report={report} />
      <History report={report} mayRetry={rights.update} />
    </ObjectPage>
  )
}

function ReportFacts({ report }: { readonly report: Report }) {
  const t = useText()
  const format = useFormat()
  const when = useWhen()
  const { timezone, nextAt, recipients, webhookHost, metrics, savedBy } = report
  return (
    <div className="max-w-3xl pt-4 pb-8">
      <Facts
        facts={[
          { name: t('reports:page.sent'), value: `${when(report)} (${timezone.replaceAll('_', ' ')})` },
          {
            name: t('reports:page.next'),
            value: nextAt === null ? t('reports:page.none') : format.moment(nextAt),
          },
          ...(recipients.length > 0
            ? [{ name: t('reports:page.recipients'), value: <bdi>{recipients.join(', ')}</bdi> }]
            : []),
          ...(webhookHost === null
            ? []
            : [{ name: t('reports:page.webhook'), value: <bdi>{webhookHost}</bdi> }]),
          {
            name: t('reports:page.figures'),
            value: format.list(metrics.map((metric) => t(`reports:metrics.${metric}`))),
          },
          { name: t('reports:page.savedBy'), value: <bdi>{savedBy}</bdi> },
        ]}
      />
    </div>
  )
}

interface HistoryProps {
  readonly report: Report
  readonly mayRetry: boolean
}

function History({ report, mayRetry }: HistoryProps) {
  const t = useText()
  const format = useFormat()
  const place = usePlace()
  const { page } = route.useSearch()
  const navigate = route.useNavigate()
  const list = useQuery(runsQuery(place, report.id, page))
  const columns = useRunColumns(report.timezone, mayRetry)
  return (
    <Section title={t('reports:runs.title')}>
      <PagedList
        label={t('reports:runs.title')}
        list={list}
        columns={columns}
        rowName={({ dueAt }) => format.moment(dueAt)}
        page={page}
        onPage={(to, replace) => void navigate({ search: { page: to }, replace })}
        failed={t('reports:runs.failed')}
        empty={
          <div className="pt-6">
            <State icon={<EnvelopeSimple size={20} />} title={t('reports:runs.empty')}>
              {t('reports:runs.emptyAbout')}
            </State>
          </div>
        }
      />
    </Section>
  )
}
