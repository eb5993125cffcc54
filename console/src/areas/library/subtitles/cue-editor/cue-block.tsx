import { timecodeOf } from '@kinora/contract/timecode'
import { type KeyboardEvent, type PointerEvent, type RefObject, useRef } from 'react'
import { useText } from '../../../../lib/i18n'
import { cx } from '../../../../ui/cx'
import { usualFrameRate } from '../../timeline/range'
import { leftIn, type View } from '../../timeline/view'
import type { Cue } from '../cues/cue'
import { plainText } from '../cues/text'

interface CueBlockProps {
  readonly cue: Cue
  /** From 1. */
  readonly number: number
  readonly view: View
  readonly lanes: RefObject<HTMLElement | null>
  readonly frameRate: number | null
  readonly isChosen: boolean
  /** The Tab key leads to one block; others are reached by the list. */
  readonly isReachable: boolean
  readonly mayEdit: boolean
  /** The playhead's time if a time is near it. */
  readonly snapped: (seconds: number) => number
  readonly onGrab: () => void
  readonly onSeek: (cue: Cue) => void
  readonly onMove: (start: number, snaps: boolean) => void
}

/** A shorter way is a click. */
const dragPx = 3

/** A cue on the timeline: a click seeks to it; dragging and the arrow keys move it. */
export function CueBlock(props: CueBlockProps) {
  const { cue, number, view, lanes, frameRate, isChosen, isReachable, mayEdit, snapped } = props
  const { onGrab, onSeek, onMove } = props
  const t = useText()
  const drag = useRef<{ x: number; start: number; end: number; isMoving: boolean }>(undefined)
  const text = plainText(cue.text)

  const grab = (event: PointerEvent<HTMLButtonElement>) => {
    if (event.button !== 0 || !mayEdit) return
    drag.current = { x: event.clientX, start: cue.start, end: cue.end, isMoving: false }
    event.currentTarget.setPointerCapture(event.pointerId)
  }
  const move = (event: PointerEvent<HTMLButtonElement>) => {
    const begun = drag.current
    if (!begun || !lanes.current || !event.currentTarget.hasPointerCapture(event.pointerId)) return
    const px = event.clientX - begun.x
    if (!begun.isMoving && Math.abs(px) < dragPx) return
    if (!begun.isMoving) onGrab()
    begun.isMoving = true
    const by = (px / lanes.current.clientWidth) * (view.end - view.start)
    const snaps = !event.shiftKey
    onMove(snaps ? snappedMove(begun, by, snapped) : begun.start + by, snaps)
  }
  const click = () => {
    if (!drag.current?.isMoving) onSeek(cue)
    drag.current = undefined
  }
  const press = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey || !mayEdit) return
    const by = event.shiftKey ? 1 : 1 / (frameRate || usualFrameRate)
    const to = { ArrowLeft: cue.start - by, ArrowRight: cue.start + by }[event.key]
    if (to === undefined) return
    event.preventDefault()
    onMove(to, true)
  }
  return (
    <button
      type="button"
      data-block={cue.key}
      tabIndex={isReachable ? 0 : -1}
      aria-pressed={isChosen}
      aria-label={t('library:cues.block', {
        number,
        from: timecodeOf(cue.start),
        to: timecodeOf(cue.end),
        text,
      })}
      onPointerDown={grab}
      onPointerMove={move}
      onClick={click}
      onKeyDown={press}
      style={{ left: leftIn(view, cue.start), right: `calc(100% - ${leftIn(view, cue.end)})` }}
      className={cx(
        'absolute inset-y-0.5 min-w-1 touch-none overflow-hidden rounded-1 border border-act text-start text-11',
        isChosen ? 'z-1 bg-act text-act-ink' : 'bg-act-soft text-ink hover:bg-select',
        mayEdit && isChosen && 'cursor-grab active:cursor-grabbing',
      )}
    >
      <span dir="auto" className="cut block px-1 leading-[22px]">
        {text}
      </span>
    </button>
  )
}

/** The start after a move that brings the nearer end to the playhead, if one is near. */
function snappedMove(
  { start, end }: { readonly start: number; readonly end: number },
  by: number,
  snapped: (seconds: number) => number,
): number {
  const ends = [start, end].map((edge) => snapped(edge + by) - edge)
  return start + (ends.find((way) => way !== by) ?? by)
}
