import type { Report } from '@kinora/contract'
import { isolate } from '../../../lib/browser/isolate'
import { useText } from '../../../lib/i18n'
import { ConfirmAction } from '../../../ui/confirm-action'
import { useDeleteReport } from '../queries'

interface DeleteReportProps {
  readonly report: Report
  readonly onClose: () => void
  /** Called after success, instead of `onClose`. */
  readonly onDeleted?: () => void
}

export function DeleteReport({ report, onClose, onDeleted }: DeleteReportProps) {
  const t = useText()
  const name = isolate(report.name)
  return (
    <ConfirmAction
      mutation={useDeleteReport()}
      of={report}
      title={t('reports:delete.title', { name })}
      confirm={t('reports:delete.confirm')}
      cancel={t('reports:delete.keep')}
      done={t('reports:done.delete', { name })}
      failed={t('reports:failed')}
      onClose={onClose}
      {...(onDeleted && { onDone: onDeleted })}
    >
      {t('reports:delete.about')}
    </ConfirmAction>
  )
}
