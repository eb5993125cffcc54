import type { Report, ReportBody } from '@kinora/contract'
import { EnvelopeSimple } from '@phosphor-icons/react/dist/csr/EnvelopeSimple'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useLanguage, useText } from '../../../lib/i18n'
import { ObjectScreen } from '../../../ui/object-screen'
import { Page } from '../../../ui/page'
import { Skeleton } from '../../../ui/skeleton'
import { State } from '../../../ui/state'
import { NoAccess, useRights } from '../../identity'
import { reportQuery, usePlace } from '../queries'
import { ReportForm } from './report-form'

const { timeZone: zone } = Intl.DateTimeFormat().resolvedOptions()
const route = getRouteApi('/$environmentId/cdn_analytics_/reports_/$reportId_/edit')

/** A new report: weekly figures about viewers, on Mondays. */
export function NewReportScreen() {
  const t = useText()
  const rights = useRights('Analytics', 'Report')
  const language = useLanguage()
  if (!rights.create)
    return <Page title={t('reports:form.create')} noAccess={<NoAccess what={t('reports:list.title')} />} />
  // The Swedish locale formats dates like ISO 8601.
  const from = new Date().toLocaleDateString('sv-SE')
  const initial: ReportBody = {
    name: '',
    recipients: [],
    webhookUrl: null,
    frequency: 'weekly',
    sendOn: null,
    weekday: 1,
    monthDay: null,
    sendTime: '08:00',
    from,
    to: null,
    timezone: zone,
    metrics: ['viewers', 'sessions', 'total-viewership', 'contents'],
    filters: {},
    splitBy: null,
    formats: ['pdf'],
    language,
  }
  return <ReportForm report={null} initial={initial} />
}

export function EditReportScreen() {
  const t = useText()
  const { reportId } = route.useParams()
  const place = usePlace()
  const rights = useRights('Analytics', 'Report')
  const query = useQuery({ ...reportQuery(place, reportId), enabled: rights.update })
  return (
    <ObjectScreen
      title={t('reports:form.edit')}
      query={query}
      noAccess={!rights.update && <NoAccess what={t('reports:list.title')} />}
      skeleton={<Skeleton className="mt-8 h-60 w-full" />}
      gone={
        <State icon={<EnvelopeSimple size={20} />} title={t('reports:page.gone')}>
          {t('reports:page.goneWhy')}
        </State>
      }
      failed={t('reports:page.failed')}
      safe={t('ui:safe')}
    >
      {(report) => <ReportForm key={report.id} report={report} initial={bodyOf(report)} />}
    </ObjectScreen>
  )
}

function bodyOf(report: Report): ReportBody {
  const { name, recipients, frequency, sendOn, weekday, monthDay, sendTime, from, to } = report
  const { timezone, metrics, filters, splitBy, formats, language, webhookHost } = report
  return {
    name,
    recipients,
    ...(webhookHost === null && { webhookUrl: null }),
    frequency,
    sendOn,
    weekday,
    monthDay,
    sendTime,
    from,
    to,
    timezone,
    metrics,
    filters,
    splitBy,
    formats,
    language,
  }
}
