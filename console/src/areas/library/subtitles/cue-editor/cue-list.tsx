import type { Player } from '@kinora/player'
import { type KeyboardEvent, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useText } from '../../../../lib/i18n'
import { usePlayerTime } from '../../playback/use-player-time'
import { lastStarted } from '../cues/cue'
import { warningsOf } from '../cues/warnings'
import { topOf, windowOf } from '../cues/window'
import { CueForm } from './cue-form'
import { CueRow, rowHeight } from './cue-row'
import type { CueActions } from './use-cue-actions'

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
  const [openHeight, setOpenHeight] = useState(220)
  const { at: time } = usePlayerTime(player)
  const current = lastStarted(cues, time)
  const currentKey = (cues[current]?.end ?? 0) > time ? cues[current]?.key : undefined
  const openedAt = cues.findIndex(({ key }) => key === opened)
  const headAt = cues.findIndex(({ key }) => key === actions.head)
  const sizes = { count: cues.length, row: rowHeight, open: openedAt, openHeight }
  const { first, end, before, after } = windowOf(sizes, scrollTop, height)

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

  const show = (at: number) => {
    const list = box.current
    if (!list || at < 0) return
    const top = topOf(sizes, at)
    const bottom = top + (at === openedAt ? openHeight : rowHeight)
    if (top < list.scrollTop) list.scrollTop = top
    else if (bottom > list.scrollTop + list.clientHeight) list.scrollTop = bottom - list.clientHeight
  }
  // Scroll to the cue that a key or a tool selected, and to the playing cue unless the list has focus.
  const latest = useRef(show)
  useLayoutEffect(() => {
    latest.current = show
  })
  useLayoutEffect(() => latest.current(headAt), [headAt])
  useEffect(() => {
    if (player?.video.paused === false && !box.current?.contains(document.activeElement))
      latest.current(current)
  }, [player, current])

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
    <div
      ref={box}
      className="h-[max(380px,calc(100dvh-300px))] overflow-y-auto overscroll-contain border-y border-rule-2 max-md:h-[60dvh]"
    >
      <ol
        aria-label={t('library:cues.title')}
        onKeyDown={pressed}
        style={{ paddingTop: before, paddingBottom: after }}
      >
        {cues.slice(first, end).map((cue, n) => {
          const at = first + n
          const warnings = warningsOf(cue, cues[at + 1], endS)
          const shared = { cue, at, count: cues.length, warnings }
          return cue.key === opened ? (
            <CueForm
              key={cue.key}
              {...shared}
              textRef={textRef}
              rowRef={(row) => setOpenHeight(row?.offsetHeight ?? openHeight)}
              onChange={actions.change}
              onSplit={actions.split}
              onMerge={actions.merge}
              onRemove={remove}
            />
          ) : (
            <CueRow
              key={cue.key}
              {...shared}
              isCurrent={cue.key === currentKey}
              isChosen={chosen.has(cue.key)}
              onSeek={seek}
              onOpen={actions.press}
            />
          )
        })}
      </ol>
    </div>
  )
}
