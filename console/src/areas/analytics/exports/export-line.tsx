import type { ViewExport } from '@kinora/contract'
import { DownloadSimple } from '@phosphor-icons/react/dist/csr/DownloadSimple'
import { Trash } from '@phosphor-icons/react/dist/csr/Trash'
import { X } from '@phosphor-icons/react/dist/csr/X'
import { type Formatter, useFormat } from '../../../lib/format'
import { type Translate, useText } from '../../../lib/i18n'
import { Button } from '../../../ui/button'
import { IconButton } from '../../../ui/icon-button'
import { Progress } from '../../../ui/progress'
import { useProblemToast } from '../../../ui/use-problem-toast'
import { formatNames } from '../export-figures'
import { isUnderWay, useDeleteExport, useDownloadExport } from './queries'

interface ExportLineProps {
  readonly of: ViewExport
  /** Hides the line but keeps the file. Without it, the line offers to delete the file. */
  readonly onDismiss?: () => void
}

/** An export: its progress, or its file. */
export function ExportLine({ of, onDismiss }: ExportLineProps) {
  const t = useText()
  const format = useFormat()
  const removal = useDeleteExport()
  const download = useDownloadExport()
  const { id, from, to, rowsDone, rowsTotal, status } = of
  const name = t('analytics:exports.name', {
    range: `${format.day(from)} – ${format.day(to)}`,
    format: formatNames[of.format],
  })
  const isRunning = isUnderWay(of)
  const failed = useProblemToast(t('analytics:exports.notDeleted'))
  const notSaved = useProblemToast(t('analytics:exportFailed'))
  const remove = () => removal.mutate(id, { onError: failed })
  return (
    <li className="flex min-h-16 items-center gap-2 border-b border-rule py-2 last:border-0">
      <div className="min-w-0 flex-1">
        <p className="cut font-mid">
          <bdi>{name}</bdi>
        </p>
        {isRunning && (
          <div className="my-1">
            <Progress
              label={t('analytics:exports.progress', { name })}
              value={status === 'waiting' ? undefined : Math.min(1, rowsDone / Math.max(1, rowsTotal))}
            />
          </div>
        )}
        <p className={`tabular text-12 ${status === 'failed' ? 'text-bad' : 'text-ink-3'}`}>
          {stateText(t, format, of)}
        </p>
      </div>
      {status === 'ready' && (
        <Button
          size="small"
          icon={<DownloadSimple size={14} aria-hidden />}
          busy={download.isPending}
          onPress={() => download.mutate(id, { onError: notSaved })}
        >
          {t('analytics:exports.download')}
        </Button>
      )}
      {isRunning || onDismiss === undefined ? (
        of.mayDelete && (
          <IconButton
            size="small"
            label={t(isRunning ? 'analytics:exports.cancel' : 'analytics:exports.delete', { name })}
            disabled={removal.isPending}
            onPress={remove}
          >
            {isRunning ? <X size={14} /> : <Trash size={14} />}
          </IconButton>
        )
      ) : (
        <IconButton size="small" label={t('analytics:exports.dismiss', { name })} onPress={onDismiss}>
          <X size={14} />
        </IconButton>
      )}
    </li>
  )
}

function stateText(t: Translate, format: Formatter, of: ViewExport): string {
  const { status, rowsDone, rowsTotal, bytes, problem, expiresAt } = of
  switch (status) {
    case 'waiting':
      return t('analytics:exports.waiting')
    case 'running':
      return t('analytics:exports.rows', { done: format.number(rowsDone), total: format.number(rowsTotal) })
    case 'ready': {
      const views = t('analytics:exports.views', { count: rowsDone, number: format.number(rowsDone) })
      const kept = t('analytics:exports.keptUntil', { date: format.day(expiresAt) })
      return [views, format.bytes(bytes ?? 0), kept].join(' · ')
    }
    case 'failed':
      return t(`analytics:exports.faults.${problem ?? 'export-interrupted'}`)
  }
}
