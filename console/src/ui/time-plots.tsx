import type { PointerEvent, ReactNode } from 'react'
import { none, useFormat } from '../lib/format'
import type { TimeCursor } from '../lib/hooks/use-time-cursor'
import { type Line, positionOf, type TimePoint } from '../lib/time/time-series'

interface TimePlotsProps<P extends TimePoint> {
  readonly cursor: TimeCursor<P>
  /** The name of the slider that moves the cursor with the keys. */
  readonly label: string
  /** All figures of a point as text. */
  readonly read: (point: P) => string
  /** A `TimePlot` for each figure. */
  readonly children: ReactNode
}

/** Charts of several figures, which share one cursor: it follows the pointer and the keys. */
export function TimePlots<P extends TimePoint>({ cursor, label, read, children }: TimePlotsProps<P>) {
  const { points, shown, choose } = cursor
  const last = Math.max(0, points.length - 1)
  return (
    <div className="relative rounded-2 outline-offset-4 outline-focus has-[:focus-visible]:outline-2">
      <input
        type="range"
        dir="ltr"
        className="pointer-events-none absolute inset-0 opacity-0"
        aria-label={label}
        aria-valuetext={shown ? read(shown) : none}
        min={0}
        max={last}
        value={cursor.chosen === null ? last : points.indexOf(cursor.chosen)}
        onBlur={() => choose(null)}
        onChange={({ target }) => choose(Number(target.value))}
      />
      <div className="relative grid gap-x-9 gap-y-6 md:grid-cols-2">{children}</div>
    </div>
  )
}

const heightPx = 104

interface TimePlotProps<P extends TimePoint> {
  readonly cursor: TimeCursor<P>
  readonly title: string
  /** The value at the cursor. */
  readonly value: string
  /** Labels of the axis at the top, in the middle and at the bottom. */
  readonly ticks: readonly [string, string, string]
  readonly lines: readonly Line[]
  /** Height of a value, from 0 at the bottom to 1 at the top. */
  readonly heightOf: (value: number) => number
  readonly color: string
  /** Marks behind and before the lines. */
  readonly behind?: ReactNode
  readonly before?: ReactNode
}

/** A line chart of one figure over time. Left to right in every language. */
export function TimePlot<P extends TimePoint>(props: TimePlotProps<P>) {
  const { cursor, title, value, ticks, lines, heightOf, color, behind, before } = props
  const { span, chosen, move } = cursor
  const format = useFormat()
  const follow = ({ currentTarget, clientX }: PointerEvent<HTMLElement>) => {
    const { left, width } = currentTarget.getBoundingClientRect()
    move(width === 0 ? null : (clientX - left) / width)
  }
  return (
    <div className="min-w-0">
      <h3 className="flex items-baseline justify-between gap-3 pb-1.5 text-13 font-body text-ink-2">
        {title}
        <span className="tabular font-head whitespace-nowrap text-ink">
          <bdi>{value}</bdi>
        </span>
      </h3>
      <div dir="ltr" className="tabular ps-19 text-11 text-ink-3" aria-hidden>
        <div
          className="relative touch-pan-y"
          style={{ height: heightPx }}
          onPointerMove={follow}
          onPointerLeave={() => move(null)}
        >
          <Tick text={ticks[0]} top={0} />
          <Tick text={ticks[1]} top={0.5} />
          <Tick text={ticks[2]} top={1} />
          {behind}
          <svg
            aria-hidden
            viewBox="0 0 1 1"
            preserveAspectRatio="none"
            className="absolute inset-0 size-full overflow-visible"
          >
            {lines.map((line) => {
              const path = line
                .map(({ at, value: y }) => `${positionOf(at, span)},${1 - heightOf(y)}`)
                .join(' ')
              const [first, last] = [line[0], line.at(-1)]
              if (first === undefined || last === undefined) return null
              const [from, to] = [positionOf(first.at, span), positionOf(last.at, span)]
              return (
                <g key={first.at}>
                  <polygon points={`${from},1 ${path} ${to},1`} fillOpacity={0.09} style={{ fill: color }} />
                  <polyline
                    points={path}
                    fill="none"
                    strokeWidth={1.8}
                    strokeLinejoin="round"
                    strokeLinecap="round"
                    vectorEffect="non-scaling-stroke"
                    style={{ stroke: color }}
                  />
                </g>
              )
            })}
          </svg>
          {before}
          {chosen !== null && (
            <span
              className="absolute inset-y-0 border-s border-ink-3"
              style={{ left: `${positionOf(chosen.at, span) * 100}%` }}
            />
          )}
        </div>
        <div className="flex justify-between pt-1">
          {[span.fromMs, (span.fromMs + span.toMs) / 2, span.toMs].map((ms) => (
            <bdi key={ms}>{format.timeOfDay(new Date(ms))}</bdi>
          ))}
        </div>
      </div>
    </div>
  )
}

/** A line of the grid with its label. @param top its place from 0 at the top to 1 at the bottom */
function Tick({ text, top }: { readonly text: string; readonly top: number }) {
  const place = { top: `${top * 100}%` }
  return (
    <>
      <span className="absolute inset-x-0 border-t border-rule" style={place} />
      <span className="absolute end-full me-2 -translate-y-1/2 whitespace-nowrap" style={place}>
        <bdi>{text}</bdi>
      </span>
    </>
  )
}
