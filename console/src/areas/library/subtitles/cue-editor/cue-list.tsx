import type { Player } from '@kinora/player'
import { type KeyboardEvent, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useText } from '../../../../lib/i18n'
import { cx } from '../../../../ui/cx'
import { usePlayerTime } from '../../playback/use-player-time'
import { type Cue, lastStarted } from '../cues/cue'
import { type Repair, repairFor } from '../cues/repairs'
import { warningsOf } from '../cues/warnings'
import { topsOf, windowOf } from '../cues/window'
import { CueForm } from './cue-form'
import { CueRow, rowColumns, rowHeight, textIndent } from './cue-row'
import type { CueActions } from './use-cue-actions'
import { WarningLine } from './warning-line'

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
  const { cues, chosen, opened, choose, open, seek } = actions
  const box = useRef<HTMLDivElement>(null)
  const [{ scrollTop, height }, setView] = useState({ scrollTop: 0, height: 800 })
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

  useEffect(() => {
    const list = box.current
    if (!list) return
    const look = () => setView({ scrollTop: list.scrollTop, height: list.clientHeight })
    const observer = new ResizeObserver(look)
    observer.observe(list)
    list.addEventListener('scroll', look, { passive: true })
    return () => {
      observer.disconnect()
      list.removeEventListener('scroll', look)
    }
  }, [])

  // Scroll to the cue that the user or the playhead has selected, also when it grows while it is edited.
  const [headTop = 0, headBottom = 0] = headAt < 0 ? [] : tops.slice(headAt, headAt + 2)
  useLayoutEffect(() => {
    const list = box.current
    if (!list || headBottom === 0) return
    const ahead = 2 * rowHeight(0)
    if (headTop < list.scrollTop) list.scrollTop = headTop
    else if (headBottom > list.scrollTop + list.clientHeight)
      list.scrollTop = headBottom + ahead - list.clientHeight
  }, [headTop, headBottom])
  const follow = useRef(actions.follow)
  useLayoutEffect(() => {
    follow.current = actions.follow
  })
  useEffect(() => {
    const isPlaying = player?.video.paused === false
    if (currentKey === undefined || (isPlaying && box.current?.contains(document.activeElement))) return
    follow.current(currentKey)
  }, [player, currentKey])

  const head = useRef(actions.head)
  useLayoutEffect(() => {
    head.current = actions.head
  })
  const focusHead = () =>
    requestAnimationFrame(() =>
      box.current?.querySelector<HTMLElement>(`[data-cue="${head.current}"]`)?.focus(),
    )
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
          {cues.slice(first, end).map((cue, n) => {
            const at = first + n
            const warnings = warningsAt(at)
            const isOpen = cue.key === opened
            const isCurrent = cue.key === currentKey
            return (
              <li
                key={cue.key}
                {...(isOpen && {
                  ref: (row: HTMLLIElement | null) => setOpenHeight(row?.offsetHeight ?? openHeight),
                })}
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
                    onRemove={remove}
                  />
                ) : (
                  <CueRow cue={cue} isCurrent={isCurrent} onSeek={seek} onOpen={actions.press} />
                )}
                {warnings.length > 0 && (
                  <div className={cx(textIndent, 'pb-1')} {...(isOpen && { 'aria-live': 'polite' })}>
                    {warnings.map((warning) => (
                      <WarningLine
                        key={warning.kind}
                        warning={warning}
                        repair={mayEdit ? repairFor(cues, at, warning, endS) : null}
                        onRepair={(how) => repair(cue, how)}
                      />
                    ))}
                  </div>
                )}
              </li>
            )
          })}
        </ol>
      </div>
    </div>
  )
}
