import { timecodeOf } from '@kinora/contract/timecode'
import { type KeyboardEvent, type PointerEvent, useRef } from 'react'
import { cx } from '../../../ui/cx'
import { frameAt, usualFrameRate } from './range'

interface HandleProps {
  readonly side: 'start' | 'end'
  readonly label: string
  /** Time in seconds. */
  readonly value: number
  readonly most: number
  readonly frameRate: number | null
  /** The CSS position. */
  readonly left: string
  /** Its height, and the distance from the top of the lanes. */
  readonly className: string
  /** The time at a pointer position. */
  readonly timeAt: (clientX: number, snaps: boolean) => number
  /** Before the first change of a drag. */
  readonly onGrab?: () => void
  /** `snaps` unless the user holds Shift while dragging. */
  readonly onChange: (seconds: number, snaps: boolean) => void
}

/** One end of the range: dragged, or moved by keys in frames, in seconds (with Shift) or to the limits. */
export function Handle(props: HandleProps) {
  const { side, label, value, most, frameRate, left, className, timeAt, onGrab, onChange } = props
  // Where it was grabbed, so that it does not jump to the pointer.
  const offset = useRef(0)
  const frame = 1 / (frameRate ?? usualFrameRate)
  const grab = (event: PointerEvent<HTMLDivElement>) => {
    if (event.button !== 0) return
    const { left, right } = event.currentTarget.getBoundingClientRect()
    offset.current = event.clientX - (side === 'start' ? right : left)
    event.currentTarget.setPointerCapture(event.pointerId)
    onGrab?.()
  }
  const drag = (event: PointerEvent<HTMLDivElement>) => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return
    const snaps = !event.shiftKey
    onChange(timeAt(event.clientX - offset.current, snaps), snaps)
  }
  const move = (event: KeyboardEvent<HTMLDivElement>) => {
    const step = event.shiftKey ? 1 : frame
    const to = { ArrowLeft: value - step, ArrowRight: value + step, Home: 0, End: most }[event.key]
    if (to === undefined) return
    event.preventDefault()
    // Aim at the middle of a frame, so that rounding finds that frame.
    const into = frameRate === null ? 0 : frame / 2
    onChange(Math.min(most, Math.max(0, frameAt(to + into, frameRate))), true)
  }
  return (
    <div
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={most}
      aria-valuenow={value}
      aria-valuetext={timecodeOf(value)}
      onPointerDown={grab}
      onPointerMove={drag}
      onKeyDown={move}
      style={{ left }}
      className={cx(
        'group/handle absolute z-3 grid w-6 cursor-ew-resize touch-none outline-none',
        className,
        side === 'start' ? '-translate-x-full justify-items-end' : 'justify-items-start',
      )}
    >
      <span
        className={cx(
          'grid w-3 place-items-center bg-act group-focus-visible/handle:outline-2 group-focus-visible/handle:-outline-offset-2 group-focus-visible/handle:outline-ink',
          side === 'start' ? 'rounded-s-2' : 'rounded-e-2',
        )}
      >
        <span className="h-1/4 w-0.5 bg-act-ink" />
      </span>
    </div>
  )
}
