import type { InfraFinding } from '@kinora/contract'
import { CheckCircle } from '@phosphor-icons/react/dist/csr/CheckCircle'
import { Warning } from '@phosphor-icons/react/dist/csr/Warning'
import { WarningCircle } from '@phosphor-icons/react/dist/csr/WarningCircle'
import { useText } from '../../../lib/i18n'
import { cx } from '../../../ui/cx'
import { LinkButton } from '../../../ui/link-button'
import { Section } from '../../../ui/section'
import { useWorkspace } from '../../identity'
import { useInfraText } from './use-infra-text'

/** Findings that need attention, each with what an administrator should do. */
export function Findings({ findings }: { readonly findings: readonly InfraFinding[] }) {
  const t = useText()
  return (
    <Section title={t('infra:monitor.attention')}>
      {findings.length === 0 ? (
        <p className="flex items-center gap-2.5 py-3 text-13 text-ink-2">
          <CheckCircle size={16} className="text-good" aria-hidden />
          {t('infra:monitor.nothing')}
        </p>
      ) : (
        <ul className="divide-y divide-rule border-b border-rule">
          {findings.map((finding) => (
            <Finding key={`${finding.id} ${finding.subject}`} finding={finding} />
          ))}
        </ul>
      )}
    </Section>
  )
}

function Finding({ finding }: { readonly finding: InfraFinding }) {
  const t = useText()
  const { environment } = useWorkspace()
  const { title, advice } = useInfraText()
  const isBad = finding.health === 'bad'
  const Sign = isBad ? WarningCircle : Warning
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-2 py-3">
      <div className="flex min-w-0 flex-1 basis-72 gap-2.5">
        <span className={cx('flex h-lh shrink-0 items-center', isBad ? 'text-bad' : 'text-warn')}>
          <Sign size={16} aria-label={t(`infra:health.${finding.health}`)} />
        </span>
        <div className="min-w-0">
          <p className="text-14 font-head wrap-anywhere">{title(finding)}</p>
          <p className="mt-0.5 text-13 text-pretty text-ink-2">{advice(finding)}</p>
        </div>
      </div>
      {finding.id === 'events-failed' && (
        <LinkButton
          size="small"
          to="/$environmentId/administration/failed-events"
          params={{ environmentId: environment.id }}
        >
          {t('infra:monitor.failedEvents')}
        </LinkButton>
      )}
    </li>
  )
}
