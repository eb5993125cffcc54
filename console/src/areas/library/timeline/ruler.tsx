import type { PointerEvent } from 'react'
import { useFormat } from '../../../lib/format'
import { cx } from '../../../ui/cx'
import { rulerTimes } from './range'
import { leftIn, type View } from './view'

interface RulerProps {
  readonly view: View
  /** Maximum number of labels. */
  readonly count: number
  /** Dragging it moves the view by a share of its length. */
  readonly onPan?: (share: number) => void
}

/** The times above a timeline. Decorative. */
export function Ruler({ view, count, onPan }: RulerProps) {
  const format = useFormat()
  const drag = (event: PointerEvent<HTMLDivElement>) => {
    if (event.buttons !== 1) return
    event.currentTarget.setPointerCapture(event.pointerId)
    onPan?.(-event.movementX / event.currentTarget.clientWidth)
  }
  return (
    <div
      aria-hidden
      {...(onPan && { onPointerMove: drag })}
      className={cx(
        'relative h-5 overflow-hidden font-code text-11 text-ink-3 select-none',
        onPan && 'cursor-grab touch-none active:cursor-grabbing',
      )}
    >
      {rulerTimes(view, count).map((mark) => (
        <span
          key={mark}
          className="tabular absolute top-0 border-s border-rule-2 ps-1 leading-5"
          style={{ left: leftIn(view, mark) }}
        >
          {format.duration(mark)}
        </span>
      ))}
    </div>
  )
}
