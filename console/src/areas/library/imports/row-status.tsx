import type { ImportRow, RowState } from '@kinora/contract'
import { useFormat } from '../../../lib/format'
import { type Translate, useText } from '../../../lib/i18n'
import { Progress } from '../../../ui/progress'
import { StatusMark, type StatusTone } from '../../../ui/status-mark'

const tones: Record<RowState, StatusTone> = {
  invalid: 'bad',
  skipped: 'hollow',
  waiting: 'hollow',
  downloading: 'warn',
  processing: 'warn',
  ready: 'good',
  failed: 'bad',
  cancelled: 'hollow',
  removed: 'hollow',
}

interface RowStatusProps {
  readonly row: ImportRow
  readonly isDraft: boolean
}

/** The state, progress and error of a row. */
export function RowStatus({ row, isDraft }: RowStatusProps) {
  const t = useText()
  const format = useFormat()
  const { state, content } = row
  const word =
    isDraft && state === 'waiting' ? t('library:import.willCome') : t(`library:import.states.${state}`)
  const isMoving = state === 'downloading' || state === 'processing'
  const progress = isMoving && content !== null && content.progress > 0 ? content.progress : undefined
  return (
    <div className="py-1">
      <div className="flex items-center gap-2">
        <StatusMark tone={tones[state]}>{word}</StatusMark>
        {progress !== undefined && (
          <span className="tabular text-12 text-ink-3">{format.percent(progress)}</span>
        )}
      </div>
      {progress !== undefined && (
        <div className="mt-1 max-w-52">
          <Progress label={word} value={progress} tone="warn" />
        </div>
      )}
      {reasonsOf(t, row).map((reason) => (
        <span key={reason} className="block text-12 text-pretty text-ink-2">
          {reason}
        </span>
      ))}
    </div>
  )
}

function reasonsOf(t: Translate, { faults, skipReason, error }: ImportRow): string[] {
  if (faults.length > 0) return faults.map(({ id }) => t(`library:import.faults.${id}`))
  if (skipReason !== null) return [t(`library:import.skips.${skipReason}`)]
  return error === null ? [] : [t(`library:mediaErrors.${error.id}`)]
}
