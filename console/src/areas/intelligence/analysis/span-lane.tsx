import { type KeyboardEvent, type MouseEvent, type ReactNode, useState } from 'react'
import { useFormat } from '../../../lib/format'
import { cx } from '../../../ui/cx'

export interface LaneSpan {
  readonly start: number
  readonly end: number
  /** The name, besides the times. */
  readonly label?: string
}

interface LaneProps {
  readonly title: string
  readonly count: string
  readonly children: ReactNode
}

/** A lane with a heading, as long as the video. */
export function Lane({ title, count, children }: LaneProps) {
  return (
    <section aria-label={title} className="border-b border-rule pt-2 pb-1.5">
      <header className="flex justify-between gap-3 ps-2 pb-1 text-12 text-ink-2">
        <bdi className="min-w-0 truncate">{title}</bdi>
        <span className="tabular">{count}</span>
      </header>
      <div className="relative h-3.5">{children}</div>
    </section>
  )
}

interface SpanLaneProps {
  readonly title: string
  /** Spans in order. There can be thousands. */
  readonly spans: readonly LaneSpan[]
  readonly color: string
  /** Seconds of the video. */
  readonly duration: number
  readonly onPlay: (seconds: number) => void
}

/** A lane with the spans of one kind. A press plays from there; arrow keys play the next or the previous span. */
export function SpanLane({ title, spans, color, duration, onPlay }: SpanLaneProps) {
  const format = useFormat()
  const [chosen, setChosen] = useState(0)
  const [isFocused, setFocused] = useState(false)
  const current = spans[Math.min(chosen, spans.length - 1)]
  const choose = (next: number) => {
    const n = Math.max(0, Math.min(spans.length - 1, next))
    setChosen(n)
    const span = spans[n]
    if (span) onPlay(span.start)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const next = stepOf(event.key, chosen, spans.length)
    if (next === null) return
    event.preventDefault()
    choose(next)
  }
  const onClick = (event: MouseEvent<HTMLElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect()
    const seconds = ((event.clientX - left) / width) * duration
    const last = spans.findLastIndex(({ start }) => start <= seconds)
    setChosen(Math.max(0, last))
    onPlay(seconds)
  }
  const timesOf = ({ start, label }: LaneSpan) =>
    label === undefined ? format.duration(start) : `${format.duration(start)} ${label}`
  return (
    <Lane title={title} count={format.duration(lengthOf(spans))}>
      {current && (
        <div
          role="slider"
          tabIndex={0}
          aria-label={title}
          aria-valuemin={1}
          aria-valuemax={spans.length}
          aria-valuenow={Math.min(chosen, spans.length - 1) + 1}
          aria-valuetext={timesOf(current)}
          onClick={onClick}
          onKeyDown={onKeyDown}
          onFocus={() => setFocused(true)}
          onBlur={() => setFocused(false)}
          className="absolute inset-0 cursor-pointer"
        >
          {spans.map((span) => (
            <span
              key={`${span.start} ${span.end}`}
              title={span.label}
              className={cx(
                'absolute inset-y-0 min-w-1 rounded-1',
                color,
                isFocused && span === current && 'outline-2 outline-offset-1 outline-act',
              )}
              style={placeOf(span, duration)}
            />
          ))}
        </div>
      )}
    </Lane>
  )
}

/** The place of a span in a lane, from left to right in every language. */
export function placeOf({ start, end }: LaneSpan, duration: number) {
  return { left: `${(start / duration) * 100}%`, width: `${((end - start) / duration) * 100}%` }
}

/** The span that a key goes to. Null for other keys. */
function stepOf(key: string, from: number, count: number): number | null {
  switch (key) {
    case 'ArrowRight':
    case 'ArrowDown':
      return from + 1
    case 'ArrowLeft':
    case 'ArrowUp':
      return from - 1
    case 'Home':
      return 0
    case 'End':
      return count - 1
    case 'Enter':
    case ' ':
      return from
    default:
      return null
  }
}

function lengthOf(spans: readonly LaneSpan[]): number {
  return spans.reduce((sum, { start, end }) => sum + end - start, 0)
}
