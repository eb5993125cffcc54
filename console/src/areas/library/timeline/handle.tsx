import { timecodeOf } from '@kinora/contract/timecode'
import type { KeyboardEvent, PointerEvent } from 'react'
import { cx } from '../../../ui/cx'
import { frameAt, usualFrameRate } from './range'

interface HandleProps {
  readonly side: 'start' | 'end'
  readonly label: string
  /** In seconds. */
  readonly value: number
  readonly most: number
  readonly frameRate: number | null
  /** The CSS position. */
  readonly place: string
  /** The time at a pointer position. */
  readonly timeAt: (clientX: number, snaps: boolean) => number
  readonly onChange: (seconds: number) => void
}

/** One end of the range: dragged, or moved by keys in frames, in seconds (with Shift) or to the limits. */
export function Handle({ side, label, value, most, frameRate, place, timeAt, onChange }: HandleProps) {
  const frame = 1 / (frameRate ?? usualFrameRate)
  const drag = (event: PointerEvent<HTMLDivElement>) => {
    if (event.buttons !== 1) return
    event.currentTarget.setPointerCapture(event.pointerId)
    onChange(timeAt(event.clientX, !event.shiftKey))
  }
  const move = (event: KeyboardEvent<HTMLDivElement>) => {
    const step = event.shiftKey ? 1 : frame
    const to = { ArrowLeft: value - step, ArrowRight: value + step, Home: 0, End: most }[event.key]
    if (to === undefined) return
    event.preventDefault()
    // Aim at the middle of a frame, so that rounding finds that frame.
    onChange(Math.min(most, Math.max(0, frameAt(to + frame / 2, frameRate))))
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
      onPointerDown={drag}
      onPointerMove={drag}
      onKeyDown={move}
      style={{ left: place }}
      className={cx(
        'absolute top-5 grid h-[66px] w-6 cursor-ew-resize touch-none place-items-center',
        side === 'start' ? '-translate-x-full justify-items-end' : 'justify-items-start',
      )}
    >
      <span
        className={cx(
          'grid h-full w-3 place-items-center bg-act',
          side === 'start' ? 'rounded-s-2' : 'rounded-e-2',
        )}
      >
        <span className="h-4 w-0.5 bg-act-ink" />
      </span>
    </div>
  )
}
