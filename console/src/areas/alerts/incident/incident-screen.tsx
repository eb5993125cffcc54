import type { AlertIncidentDetail } from '@kinora/contract'
import { metricFacts } from '@kinora/contract/alerts/values'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import { Banner } from '../../../ui/banner'
import { Breadcrumbs } from '../../../ui/breadcrumbs'
import { Button } from '../../../ui/button'
import { LinkButton } from '../../../ui/link-button'
import { Page } from '../../../ui/page'
import { Section } from '../../../ui/section'
import { StatusMark } from '../../../ui/status-mark'
import { toast } from '../../../ui/toast-store'
import { useProblemToast } from '../../../ui/use-problem-toast'
import { useRights } from '../../identity'
import { incidentQuery, useAcknowledge, usePlace } from '../queries'
import { AlertObjectScreen } from '../signs/alert-object-screen'
import { SeveritySign } from '../signs/severity-sign'
import { useRuleText } from '../signs/use-rule-text'
import { ValueChart } from '../signs/value-chart'
import { NoteForm } from './note-form'
import { Timeline } from './timeline'

const route = getRouteApi('/$environmentId/alerts_/incidents/$incidentId')

export function IncidentScreen() {
  const t = useText()
  const { incidentId } = route.useParams()
  const place = usePlace()
  const rights = useRights('Alerts', 'Alert')
  const query = useQuery({ ...incidentQuery(place, incidentId), enabled: rights.read })
  return (
    <AlertObjectScreen
      title={t('alerts:incident.title')}
      query={query}
      gone={t('alerts:incident.gone')}
      goneWhy={t('alerts:incident.goneWhy')}
      back={t('alerts:incident.back')}
      failed={t('alerts:incident.failed')}
    >
      {(incident) => <IncidentPage incident={incident} />}
    </AlertObjectScreen>
  )
}

function IncidentPage({ incident }: { readonly incident: AlertIncidentDetail }) {
  const t = useText()
  const format = useFormat()
  const rights = useRights('Alerts', 'Alert')
  const { sentence, metricName, valueText } = useRuleText()
  const { environmentId, ruleId, ruleName, label, severity, openedAt, resolvedAt, endReason, threshold } =
    incident
  const params = { environmentId }
  return (
    <Page
      title={label === '' ? ruleName : `${ruleName}: ${label}`}
      crumbs={
        <Breadcrumbs>
          <Link to="/$environmentId/alerts" params={params} search={{}}>
            {t('alerts:list.title')}
          </Link>
        </Breadcrumbs>
      }
      beside={
        resolvedAt === null ? (
          <StatusMark tone="warn">{t('alerts:incident.firing')}</StatusMark>
        ) : (
          <StatusMark tone="good">{t('alerts:incident.resolved')}</StatusMark>
        )
      }
      actions={<Actions incident={incident} />}
    >
      <p className="flex flex-wrap items-center gap-x-4 gap-y-1 pt-1 text-13 text-ink-2">
        <SeveritySign severity={severity} />
        <span>{sentence(incident)}</span>
        <span className="tabular">
          {resolvedAt === null
            ? t('alerts:incident.since', { at: format.moment(openedAt) })
            : format.timeRange(openedAt, resolvedAt)}
        </span>
        {rights.read && endReason !== 'rule-deleted' && (
          <Link
            to="/$environmentId/alerts/$ruleId"
            params={{ ...params, ruleId }}
            className="text-act-text hover:underline"
          >
            {t('alerts:incident.rule')}
          </Link>
        )}
      </p>
      {(incident.isLate || endReason !== null) && (
        <div className="flex flex-col gap-2 pt-4">
          {endReason !== null && <Banner tone="info">{t(`alerts:incident.ends.${endReason}`)}</Banner>}
          {incident.isLate && <Banner tone="warn">{t('alerts:incident.late')}</Banner>}
        </div>
      )}
      <div className="flex flex-col gap-2 pt-4">
        {metricFacts(incident.metric).historyS > 0 && (
          <Section title={t('alerts:incident.chart')}>
            <ValueChart
              name={metricName(incident.metric)}
              points={incident.points}
              threshold={incident.condition === 'no-data' ? null : threshold}
              alerts={[{ from: openedAt, to: resolvedAt }]}
              valueText={(value) => valueText(incident, value)}
            />
          </Section>
        )}
        <Section title={t('alerts:incident.timeline')}>
          <Timeline incident={incident} />
          {rights.update && <NoteForm incident={incident} />}
        </Section>
      </div>
    </Page>
  )
}

function Actions({ incident }: { readonly incident: AlertIncidentDetail }) {
  const t = useText()
  const rights = useRights('Alerts', 'Alert')
  const streams = useRights('Livestreams', 'Livestream')
  const acknowledge = useAcknowledge()
  const notDone = useProblemToast(t('alerts:incident.notAcknowledged'))
  const { id, environmentId, key, metric, resolvedAt, acknowledgedAt } = incident
  const mayAcknowledge = rights.update && resolvedAt === null && acknowledgedAt === null
  return (
    <>
      {metricFacts(metric).source === 'live' && streams.read && (
        <LinkButton to="/$environmentId/live-stream/$streamId" params={{ environmentId, streamId: key }}>
          {t('alerts:incident.stream')}
        </LinkButton>
      )}
      {mayAcknowledge && (
        <Button
          variant="primary"
          busy={acknowledge.isPending}
          onPress={() =>
            acknowledge.mutate(id, {
              onSuccess: () => toast({ text: t('alerts:list.acknowledged'), tone: 'good' }),
              onError: notDone,
            })
          }
        >
          {t('alerts:list.acknowledge')}
        </Button>
      )}
    </>
  )
}
