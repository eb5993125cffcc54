import type { Player } from '@kinora/player'
import { type KeyboardEvent, type RefObject, useRef, useState } from 'react'
import { useText } from '../../../../lib/i18n'
import { cx } from '../../../../ui/cx'
import { usePlayerTime } from '../../playback/use-player-time'
import { type Cue, lastStarted } from '../cues/cue'
import type { Repair } from '../cues/repairs'
import { warningsOf } from '../cues/warnings'
import { topsOf, windowOf } from '../cues/window'
import { CueItem } from './cue-item'
import { rowColumns, rowHeight } from './cue-row'
import type { CueActions } from './use-cue-actions'
import { useCueFocus } from './use-cue-focus'
import { useListView } from './use-list-view'

interface CueListProps {
  readonly actions: CueActions
  readonly player: Player | undefined
  /** The duration of the video in seconds. */
  readonly endS: number
  readonly textRef: RefObject<HTMLTextAreaElement | null>
  readonly mayEdit: boolean
}

/** All cues in order, virtualized: films have thousands. */
export function CueList({ actions, player, endS, textRef, mayEdit }: CueListProps) {
  const t = useText()
  const { cues, opened, choose, open } = actions
  const box = useRef<HTMLDivElement>(null)
  const { scrollTop, height } = useListView(box)
  const [openHeight, setOpenHeight] = useState(110)
  const { at: time } = usePlayerTime(player)
  const current = lastStarted(cues, time)
  const currentKey = (cues[current]?.end ?? 0) > time ? cues[current]?.key : undefined
  const headAt = cues.findIndex(({ key }) => key === actions.head)
  const warningsAt = (at: number) => {
    const cue = cues[at]
    return cue ? warningsOf(cue, cues[at + 1], endS) : []
  }
  const tops = topsOf(
    cues.map(({ key }, at) => (key === opened ? openHeight : rowHeight(warningsAt(at).length))),
  )
  const { first, end, before, after } = windowOf(tops, scrollTop, height)

  const [headTop = 0, headBottom = 0] = headAt < 0 ? [] : tops.slice(headAt, headAt + 2)
  const focusHead = useCueFocus(box, { actions, player, currentKey, headTop, headBottom })
  const remove = () => {
    actions.remove()
    focusHead()
  }
  const repair = (cue: Cue, how: Repair) => {
    choose(cue.key, false)
    if (how.kind === 'delete') actions.remove(cue.key)
    else actions.repair(cue, how)
    if (opened !== cue.key) focusHead()
  }
  const pressed = (event: KeyboardEvent) => {
    const isTyping = event.target instanceof HTMLElement && event.target.closest('input, textarea') !== null
    if (event.key === 'Escape' && opened !== undefined) {
      open(undefined)
      focusHead()
      event.preventDefault()
    } else if (isTyping || event.altKey || event.ctrlKey || event.metaKey) return
    else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      const next = cues[headAt + (event.key === 'ArrowDown' ? 1 : -1)]
      event.preventDefault()
      if (!next) return
      open(undefined)
      choose(next.key, event.shiftKey)
      focusHead()
    } else if (event.key === 'Delete' && mayEdit) remove()
  }
  return (
    <div className="border-b border-rule-2">
      <div className={cx(rowColumns, 'border-b border-rule-2 px-2 pb-1.5 font-mid text-ink-3')}>
        <span>{t('library:cues.time')}</span>
        <span>{t('library:cues.text')}</span>
        <span>{t('library:cues.perSecond')}</span>
      </div>
      <div
        ref={box}
        className="h-[max(380px,calc(100dvh-300px))] overflow-y-auto overscroll-contain max-md:h-[60dvh]"
      >
        <ol
          aria-label={t('library:cues.title')}
          onKeyDown={pressed}
          style={{ paddingTop: before, paddingBottom: after }}
        >
          {cues.slice(first, end).map((cue, n) => (
            <CueItem
              key={cue.key}
              actions={actions}
              cue={cue}
              at={first + n}
              warnings={warningsAt(first + n)}
              isCurrent={cue.key === currentKey}
              endS={endS}
              textRef={textRef}
              mayEdit={mayEdit}
              onOpened={(row) => setOpenHeight(row?.offsetHeight ?? openHeight)}
              onRemove={remove}
              onRepair={repair}
            />
          ))}
        </ol>
      </div>
    </div>
  )
}
