import type { Monitors } from '@kinora/contract'
import type { PointerEvent } from 'react'
import { none, useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import {
  type FigureId,
  figureColors,
  figureText,
  heightOf,
  linesOf,
  positionOf,
  type TimeSpan,
  tickOf,
  topOf,
} from './figures'
import { gapsOf } from './gaps'

const heightPx = 104
/** Events after which viewers do not see the encoder. They are marked in the chart. */
const breaks: ReadonlySet<string> = new Set(['disconnected', 'slate', 'ended'])

interface LinePlotProps {
  readonly id: FigureId
  readonly monitors: Monitors
  readonly span: TimeSpan
  /** Index of the point under the cursor. */
  readonly cursor: number | null
  /** Called with the pointer's position from 0 to 1, or null when the pointer leaves. */
  readonly onMove: (position: number | null) => void
}

/** Line chart of one figure, with its value at the cursor. Left to right in every language. */
export function LinePlot({ id, monitors, span, cursor, onMove }: LinePlotProps) {
  const t = useText()
  const format = useFormat()
  const { points, stepS, events } = monitors
  const read = points[cursor ?? points.length - 1]
  const value = read?.[id] ?? null
  const top = topOf(points, id)
  const color = figureColors[id]
  const follow = ({ currentTarget, clientX }: PointerEvent<HTMLElement>) => {
    const { left, width } = currentTarget.getBoundingClientRect()
    onMove(width === 0 ? null : (clientX - left) / width)
  }
  return (
    <div className="min-w-0">
      <h3 className="flex items-baseline justify-between gap-3 pb-1.5 text-13 font-body text-ink-2">
        {t(`live:monitoring.figures.${id}`)}
        <span className="tabular font-head whitespace-nowrap text-ink">
          {value === null ? none : figureText(t, format, id, value)}
        </span>
      </h3>
      <div dir="ltr" className="tabular ps-19 text-11 text-ink-3" aria-hidden>
        <div
          className="relative touch-pan-y"
          style={{ height: heightPx }}
          onPointerMove={follow}
          onPointerLeave={() => onMove(null)}
        >
          {[1, 0.5, 0].map((share) => (
            <span key={share}>
              <span
                className="absolute inset-x-0 border-t border-rule"
                style={{ top: `${(1 - share) * 100}%` }}
              />
              <span
                className="absolute end-full me-2 -translate-y-1/2 whitespace-nowrap"
                style={{ top: `${(1 - share) * 100}%` }}
              >
                <bdi>
                  {share === 1 ? figureText(t, format, id, top) : format.number(tickOf(id, top, share))}
                </bdi>
              </span>
            </span>
          ))}
          {gapsOf(events).map(({ from, to }) => {
            const [left, right] = [positionOf(from, span), to === null ? 1 : positionOf(to, span)]
            return (
              <span
                key={from}
                className="absolute inset-y-0 bg-warn-soft"
                style={{ left: `${left * 100}%`, width: `${(right - left) * 100}%` }}
              />
            )
          })}
          <svg
            aria-hidden
            viewBox="0 0 1 1"
            preserveAspectRatio="none"
            className="absolute inset-0 size-full overflow-visible"
          >
            {linesOf(points, id, stepS).map((line) => {
              const path = line
                .map(({ at, value: y }) => `${positionOf(at, span)},${1 - heightOf(id, top, y)}`)
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
          {events
            .filter(({ type }) => breaks.has(type))
            .map(({ at, type }) => (
              <span
                key={`${at}-${type}`}
                className="absolute inset-y-0 border-s border-dashed border-warn"
                style={{ left: `${positionOf(at, span) * 100}%` }}
              />
            ))}
          {cursor !== null && read && (
            <span
              className="absolute inset-y-0 border-s border-ink-3"
              style={{ left: `${positionOf(read.at, span) * 100}%` }}
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
