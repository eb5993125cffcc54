import type { AlertIncident } from '@kinora/contract'
import { Link } from '@tanstack/react-router'
import { isolate } from '../../../lib/browser/isolate'
import { useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import { Button } from '../../../ui/button'
import { cx } from '../../../ui/cx'
import { LinkButton } from '../../../ui/link-button'
import { toast } from '../../../ui/toast-store'
import { useProblemToast } from '../../../ui/use-problem-toast'
import { useRights } from '../../identity'
import { useAcknowledge } from '../queries'
import { Hatch } from '../signs/hatch'
import { SeveritySign } from '../signs/severity-sign'
import { useRuleText } from '../signs/use-rule-text'

const SHOWN = 5

interface OpenAlertsProps {
  readonly alerts: readonly AlertIncident[]
  /** Shows the history, with all of them. */
  readonly onMore: () => void
  readonly total: number
}

/** The alerts that are firing, above the rules. */
export function OpenAlerts({ alerts, total, onMore }: OpenAlertsProps) {
  const t = useText()
  if (alerts.length === 0) return null
  return (
    <section
      aria-label={t('alerts:list.open')}
      className="mt-4 flex overflow-hidden rounded-2 border border-rule-2 bg-panel"
    >
      <Hatch className="w-2.5 shrink-0" />
      <ul className="min-w-0 flex-1 divide-y divide-rule">
        {alerts.slice(0, SHOWN).map((alert) => (
          <OpenAlert key={alert.id} alert={alert} />
        ))}
        {total > SHOWN && (
          <li className="px-4 py-2">
            <Button variant="quiet" size="small" onPress={onMore}>
              {t('alerts:list.more')}
            </Button>
          </li>
        )}
      </ul>
    </section>
  )
}

function OpenAlert({ alert }: { readonly alert: AlertIncident }) {
  const t = useText()
  const format = useFormat()
  const { sentence } = useRuleText()
  const rights = useRights('Alerts', 'Alert')
  const acknowledge = useAcknowledge()
  const notDone = useProblemToast(t('alerts:incident.notAcknowledged'))
  const { id, environmentId, ruleName, label, severity, openedAt, acknowledgedBy, isMuted } = alert
  const params = { environmentId, incidentId: id }
  const name = label === '' ? ruleName : `${ruleName}: ${label}`
  return (
    <li
      className={cx(
        'flex flex-wrap items-center gap-x-6 gap-y-2 px-4 py-3 text-13',
        severity === 'critical' && 'bg-warn-soft',
      )}
    >
      <div className="min-w-0 flex-1 basis-64">
        <Link
          to="/$environmentId/alerts/incidents/$incidentId"
          params={params}
          dir="auto"
          className="own-way cut block text-14 font-head text-ink hover:underline"
        >
          <bdi>{name}</bdi>
        </Link>
        <span className="cut block text-12 text-ink-2">
          {sentence(alert)} · {t('alerts:list.since', { at: format.timeOfDay(openedAt) })}
        </span>
      </div>
      <span className="w-24 max-sm:w-auto">
        <SeveritySign severity={severity} />
      </span>
      <span className="cut w-44 text-12 text-ink-2 max-sm:w-auto">
        {acknowledgedBy !== null
          ? t('alerts:list.seenBy', { name: isolate(acknowledgedBy) })
          : isMuted
            ? t('alerts:list.muted')
            : ''}
      </span>
      <span className="flex w-60 justify-end gap-2 max-sm:w-auto">
        <LinkButton size="small" to="/$environmentId/alerts/incidents/$incidentId" params={params}>
          {t('alerts:list.view')}
        </LinkButton>
        {rights.update && acknowledgedBy === null && (
          <Button
            size="small"
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
      </span>
    </li>
  )
}
