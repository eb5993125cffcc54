import type { RefObject } from 'react'
import { cx } from '../../../../ui/cx'
import type { Cue } from '../cues/cue'
import { type Repair, repairFor } from '../cues/repairs'
import type { Warning } from '../cues/warnings'
import { CueForm } from './cue-form'
import { CueRow, textIndent } from './cue-row'
import type { CueActions } from './use-cue-actions'
import { WarningLine } from './warning-line'

interface CueItemProps {
  readonly actions: CueActions
  readonly cue: Cue
  /** Position of the cue in the list. */
  readonly at: number
  readonly warnings: readonly Warning[]
  readonly isCurrent: boolean
  /** The duration of the video in seconds. */
  readonly endS: number
  readonly textRef: RefObject<HTMLTextAreaElement | null>
  readonly mayEdit: boolean
  /** Called with the row of the opened cue. */
  readonly onOpened: (row: HTMLLIElement | null) => void
  readonly onRemove: () => void
  readonly onRepair: (cue: Cue, how: Repair) => void
}

/** A cue of the list, which is a form while it is opened, and its warnings. */
export function CueItem(props: CueItemProps) {
  const { actions, cue, at, warnings, isCurrent, endS, textRef, mayEdit, onOpened, onRemove, onRepair } =
    props
  const { cues, chosen, opened } = actions
  const isOpen = cue.key === opened
  return (
    <li
      {...(isOpen && { ref: onOpened })}
      aria-setsize={cues.length}
      aria-posinset={at + 1}
      {...(isCurrent && { 'aria-current': 'true' })}
      className={cx(
        'border-b border-rule px-2',
        isOpen || chosen.has(cue.key) ? 'bg-select' : 'hover:bg-hover',
      )}
    >
      {isOpen ? (
        <CueForm
          cue={cue}
          isLast={at === cues.length - 1}
          textRef={textRef}
          onChange={actions.change}
          onSplit={actions.split}
          onMerge={actions.merge}
          onRemove={onRemove}
        />
      ) : (
        <CueRow cue={cue} isCurrent={isCurrent} onSeek={actions.seek} onOpen={actions.press} />
      )}
      {warnings.length > 0 && (
        <div className={cx(textIndent, 'pb-1')} {...(isOpen && { 'aria-live': 'polite' })}>
          {warnings.map((warning) => (
            <WarningLine
              key={warning.kind}
              warning={warning}
              repair={mayEdit ? repairFor(cues, at, warning, endS) : null}
              onRepair={(how) => onRepair(cue, how)}
            />
          ))}
        </div>
      )}
    </li>
  )
}
