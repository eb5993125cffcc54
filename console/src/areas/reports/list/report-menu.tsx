import type { Report } from '@kinora/contract'
import { ArrowSquareOut } from '@phosphor-icons/react/dist/csr/ArrowSquareOut'
import { Copy } from '@phosphor-icons/react/dist/csr/Copy'
import { PaperPlaneTilt } from '@phosphor-icons/react/dist/csr/PaperPlaneTilt'
import { Pause } from '@phosphor-icons/react/dist/csr/Pause'
import { PencilSimple } from '@phosphor-icons/react/dist/csr/PencilSimple'
import { Play } from '@phosphor-icons/react/dist/csr/Play'
import { Trash } from '@phosphor-icons/react/dist/csr/Trash'
import { type ReactNode, Suspense, useState } from 'react'
import { isolate } from '../../../lib/browser/isolate'
import { useText } from '../../../lib/i18n'
import { lazy } from '../../../lib/lazy'
import { Menu } from '../../../ui/menu'
import { MenuItem } from '../../../ui/menu-item'
import { toast } from '../../../ui/toast-store'
import { useProblemToast } from '../../../ui/use-problem-toast'
import { useRights } from '../../identity'
import { type ReportAction, useActOnReport } from '../queries'

const DeleteReport = lazy(async () => ({ default: (await import('./delete-report')).DeleteReport }))

interface ReportMenuProps {
  readonly report: Report
  /** Button that opens the menu. */
  readonly trigger: ReactNode
  /** Whether the menu links to the report's page, as in a list. */
  readonly isOpenable?: boolean
  readonly onDeleted?: () => void
}

/** Menu with the actions on a report. */
export function ReportMenu({ report, trigger, isOpenable = false, onDeleted }: ReportMenuProps) {
  const t = useText()
  const rights = useRights('Analytics', 'Report')
  const act = useActOnReport(report)
  const onError = useProblemToast(t('reports:failed'))
  const [isDeleting, setDeleting] = useState(false)
  const { id, environmentId, name, isPaused } = report
  const base = `/${environmentId}/cdn_analytics/reports/${id}`
  const run = (action: ReportAction) =>
    act.mutate(action, {
      onSuccess: () => toast({ text: t(`reports:done.${action}`, { name: isolate(name) }), tone: 'good' }),
      onError,
    })
  if (!isOpenable && !rights.create && !rights.update && !rights.delete) return null
  return (
    <>
      <Menu label={t('reports:actions.of', { name })} trigger={trigger}>
        {isOpenable && (
          <MenuItem icon={<ArrowSquareOut size={16} className="rtl:-scale-x-100" />} href={base}>
            {t('reports:actions.open')}
          </MenuItem>
        )}
        {rights.update && (
          <MenuItem icon={<PencilSimple size={16} />} href={`${base}/edit`}>
            {t('reports:actions.edit')}
          </MenuItem>
        )}
        {rights.update && isOpenable && (
          <MenuItem icon={<PaperPlaneTilt size={16} />} onAction={() => run('send')}>
            {t('reports:actions.send')}
          </MenuItem>
        )}
        {rights.update && (
          <MenuItem
            icon={isPaused ? <Play size={16} /> : <Pause size={16} />}
            onAction={() => run(isPaused ? 'resume' : 'pause')}
          >
            {t(`reports:actions.${isPaused ? 'resume' : 'pause'}`)}
          </MenuItem>
        )}
        {rights.create && (
          <MenuItem icon={<Copy size={16} />} onAction={() => run('duplicate')}>
            {t('reports:actions.duplicate')}
          </MenuItem>
        )}
        {rights.delete && (
          <MenuItem danger icon={<Trash size={16} />} onAction={() => setDeleting(true)}>
            {t('reports:actions.delete')}
          </MenuItem>
        )}
      </Menu>
      <Suspense>
        {isDeleting && (
          <DeleteReport
            report={report}
            onClose={() => setDeleting(false)}
            {...(onDeleted && { onDeleted })}
          />
        )}
      </Suspense>
    </>
  )
}
