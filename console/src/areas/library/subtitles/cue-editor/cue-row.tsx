import { Warning as WarningSign } from '@phosphor-icons/react/dist/csr/Warning'
import { memo } from 'react'
import { useText } from '../../../../lib/i18n'
import { cx } from '../../../../ui/cx'
import type { Cue } from '../cues/cue'
import { plainText } from '../cues/text'
import { writeTime } from '../cues/times'
import type { Warning } from '../cues/warnings'
import { useWarningText } from './use-warning-text'

/** CSS px, fixed: two lines of text and one for warnings. */
export const rowHeight = 84

export interface CueRowProps {
  readonly cue: Cue
  readonly at: number
  readonly count: number
  readonly warnings: readonly Warning[]
  readonly isCurrent: boolean
  readonly isChosen: boolean
  readonly onSeek: (cue: Cue) => void
  readonly onOpen: (cue: Cue, extend: boolean) => void
}

/** A cue in the list. Selecting its time seeks, selecting its text edits it. */
export const CueRow = memo(function CueRow(props: CueRowProps) {
  const { cue, at, count, warnings, isCurrent, isChosen, onSeek, onOpen } = props
  const t = useText()
  const textOf = useWarningText()
  return (
    <li
      aria-setsize={count}
      aria-posinset={at + 1}
      {...(isCurrent && { 'aria-current': 'true' })}
      style={{ height: rowHeight }}
      className={cx(
        'flex gap-3 border-b border-rule px-2 py-2',
        isChosen ? 'bg-select' : isCurrent ? 'bg-act-soft' : 'hover:bg-hover',
      )}
    >
      <div
        dir="ltr"
        className={cx('shrink-0 font-code text-12', isCurrent ? 'font-head text-act-text' : 'text-ink-3')}
      >
        <button
          type="button"
          aria-label={t('library:cues.goTo', { time: writeTime(cue.start) })}
          onClick={() => onSeek(cue)}
          className={cx('block rounded-1 hover:text-act-text', !isCurrent && 'text-ink-2')}
        >
          {writeTime(cue.start)}
        </button>
        {writeTime(cue.end)}
      </div>
      <button
        type="button"
        data-cue={cue.key}
        onClick={(event) => onOpen(cue, event.shiftKey)}
        className="flex min-w-0 flex-1 flex-col rounded-1 text-start"
      >
        <span dir="auto" className="own-way line-clamp-2 w-full whitespace-pre-line text-ink wrap-anywhere">
          {plainText(cue.text) || <span className="text-ink-3">{t('library:cues.noText')}</span>}
        </span>
        {warnings.length > 0 && (
          <span className="mt-auto flex w-full min-w-0 items-center gap-1.5 text-12 text-ink-2">
            <WarningSign size={14} className="shrink-0 text-warn" aria-hidden />
            <span className="cut">{warnings.map(textOf).join(' ')}</span>
          </span>
        )}
      </button>
    </li>
  )
})
