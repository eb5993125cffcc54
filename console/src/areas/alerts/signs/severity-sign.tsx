import type { AlertSeverity } from '@kinora/contract'
import { Warning } from '@phosphor-icons/react/dist/csr/Warning'
import { WarningOctagon } from '@phosphor-icons/react/dist/csr/WarningOctagon'
import { useText } from '../../../lib/i18n'

/** The severity of an alert: its icon and name. */
export function SeveritySign({ severity }: { readonly severity: AlertSeverity }) {
  const t = useText()
  return (
    <span className="inline-flex items-center gap-1.5 whitespace-nowrap">
      {severity === 'critical' ? (
        <WarningOctagon size={15} weight="fill" className="shrink-0 text-bad" aria-hidden />
      ) : (
        <Warning size={15} className="shrink-0 text-warn" aria-hidden />
      )}
      {t(`alerts:severities.${severity}`)}
    </span>
  )
}
