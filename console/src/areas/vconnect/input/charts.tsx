import type { LinkMonitors } from '@kinora/contract'
import type { VconnectWindow } from '@kinora/contract/vconnect/values'
import { type PointerEvent, useState } from 'react'
import { none, useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import { chartFigures, type FigureId, linesOf, nearestPoint, positionOf, spanOf, topOf } from './figures'

const heightPx = 104
const colors: Readonly<Record<FigureId, string>> = {
  kbps: 'var(--c1)',
  unrecovered: 'var(--c7)',
  recovered: 'var(--c4)',
  rttMs: 'var(--c3)',
}

interface ChartsProps {
  readonly monitors: LinkMonitors
  readonly window: VconnectWindow
}

/** Charts of an input, which share one cursor. Time runs left to right in every language. */
export function Charts({ monitors, window }: ChartsProps) {
  const t = useText()
  const format = useFormat()
  const [cursorAt, setCursorAt] = useState<string | null>(null)
  const { points } = monitors
  const text = useFigureText()
  const found = points.findIndex(({ at }) => at === cursorAt)
  const cursor = found === -1 ? null : found
  const span = spanOf(window)
  const shown = points[cursor ?? points.length - 1]
  const read = (point: (typeof points)[number]) =>
    [
      format.exactTime(point.at),
      ...chartFigures.map((id) => `${t(`vconnect:page.figures.${id}`)}: ${text(id, point[id])}`),
    ].join(', ')
  return (
    <div className="relative mt-3 rounded-2 outline-offset-4 outline-focus has-[:focus-visible]:outline-2">
      <input
        type="range"
        dir="ltr"
        className="pointer-events-none absolute inset-0 opacity-0"
        aria-label={t('vconnect:page.cursor')}
        aria-valuetext={shown ? read(shown) : none}
        min={0}
        max={Math.max(0, points.length - 1)}
        value={cursor ?? Math.max(0, points.length - 1)}
        onBlur={() => setCursorAt(null)}
        onChange={({ target }) => setCursorAt(points[Number(target.value)]?.at ?? null)}
      />
      <div className="relative grid gap-x-9 gap-y-6 md:grid-cols-2">
        {chartFigures.map((id) => (
          <Plot
            key={id}
            id={id}
            monitors={monitors}
            span={span}
            cursor={cursor}
            onMove={(position) => {
              const number = position === null ? null : nearestPoint(points, position, span)
              setCursorAt(number === null ? null : (points[number]?.at ?? null))
            }}
          />
        ))}
      </div>
    </div>
  )
}

interface PlotProps {
  readonly id: FigureId
  readonly monitors: LinkMonitors
  readonly span: { readonly fromMs: number; readonly toMs: number }
  readonly cursor: number | null
  readonly onMove: (position: number | null) => void
}

function Plot({ id, monitors: { points, stepS }, span, cursor, onMove }: PlotProps) {
  const t = useText()
  const format = useFormat()
  const text = useFigureText()
  const point = points[cursor ?? points.length - 1]
  const top = topOf(points, id)
  const follow = ({ currentTarget, clientX }: PointerEvent<HTMLElement>) => {
    const { left, width } = currentTarget.getBoundingClientRect()
    onMove(width === 0 ? null : (clientX - left) / width)
  }
  return (
    <div className="min-w-0">
      <h3 className="flex items-baseline justify-between gap-3 pb-1.5 text-13 font-body text-ink-2">
        {t(`vconnect:page.figures.${id}`)}
        <span className="tabular font-head whitespace-nowrap text-ink">
          <bdi>{point ? text(id, point[id]) : none}</bdi>
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
                <bdi>{share === 0 ? format.number(0) : text(id, top * share)}</bdi>
              </span>
            </span>
          ))}
          <svg
            aria-hidden
            viewBox="0 0 1 1"
            preserveAspectRatio="none"
            className="absolute inset-0 size-full overflow-visible"
          >
            {linesOf(points, id, stepS).map((line) => {
              const path = line.map(({ at, value }) => `${positionOf(at, span)},${1 - value / top}`).join(' ')
              const [first, last] = [line[0], line.at(-1)]
              if (first === undefined || last === undefined) return null
              return (
                <g key={first.at}>
                  <polygon
                    points={`${positionOf(first.at, span)},1 ${path} ${positionOf(last.at, span)},1`}
                    fillOpacity={0.09}
                    style={{ fill: colors[id] }}
                  />
                  <polyline
                    points={path}
                    fill="none"
                    strokeWidth={1.8}
                    strokeLinejoin="round"
                    vectorEffect="non-scaling-stroke"
                    style={{ stroke: colors[id] }}
                  />
                </g>
              )
            })}
          </svg>
          {cursor !== null && point && (
            <span
              className="absolute inset-y-0 border-s border-ink-3"
              style={{ left: `${positionOf(point.at, span) * 100}%` }}
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

/** Text of a figure with its unit. */
export function useFigureText() {
  const t = useText()
  const format = useFormat()
  return (id: FigureId, value: number | null): string => {
    if (value === null) return none
    if (id === 'kbps') return format.bitrate(value * 1000)
    if (id === 'rttMs') return t('vconnect:page.ms', { value: format.number(Math.round(value)) })
    return format.number(value)
  }
}
