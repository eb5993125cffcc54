import { memo } from 'react'
import { useText } from '../../../../lib/i18n'
import { cx } from '../../../../ui/cx'
import type { Cue } from '../cues/cue'
import { plainText } from '../cues/text'
import { writeTime } from '../cues/times'
import { ReadingSpeed } from './reading-speed'

/** CSS px, fixed: two lines of text, and one for each warning. */
const [textHeight, warningHeight, warningsPadding] = [61, 24, 4]

export function rowHeight(warnings: number): number {
  return textHeight + (warnings > 0 ? warnings * warningHeight + warningsPadding : 0)
}

/** Times, text and reading speed. */
export const rowColumns = 'grid grid-cols-[calc(7.2em+14px)_minmax(0,1fr)_auto] gap-x-3 text-12'
/** Indent of the text. */
export const textIndent = 'ps-[calc(7.2em+26px)] text-12 max-sm:ps-0'

export interface CueRowProps {
  readonly cue: Cue
  readonly isCurrent: boolean
  readonly onSeek: (cue: Cue) => void
  readonly onOpen: (cue: Cue, extend: boolean) => void
}

/** A cue in the list. Selecting its time seeks, selecting its text also edits it. */
export const CueRow = memo(function CueRow({ cue, isCurrent, onSeek, onOpen }: CueRowProps) {
  const t = useText()
  return (
    <div className={cx(rowColumns, 'h-[60px] py-2')}>
      <div
        dir="ltr"
        className={cx(
          'font-code text-12 leading-[22px]',
          isCurrent ? 'font-head text-act-text' : 'text-ink-3',
        )}
      >
        <button
          type="button"
          aria-label={t('library:cues.goTo', { time: writeTime(cue.start) })}
          onClick={() => onSeek(cue)}
          className={cx('block h-[22px] rounded-1 hover:text-act-text', !isCurrent && 'text-ink-2')}
        >
          {writeTime(cue.start)}
        </button>
        <span className="block font-body text-ink-3">{writeTime(cue.end)}</span>
      </div>
      <button
        type="button"
        data-cue={cue.key}
        onClick={(event) => onOpen(cue, event.shiftKey)}
        className="flex min-w-0 rounded-1 text-start"
      >
        <span
          dir="auto"
          className="own-way line-clamp-2 w-full text-14 leading-[22px] whitespace-pre-line text-ink wrap-anywhere"
        >
          {plainText(cue.text) || <span className="text-ink-3">{t('library:cues.noText')}</span>}
        </span>
      </button>
      <ReadingSpeed cue={cue} />
    </div>
  )
})
