import type { MonitorPoint, Monitors } from '@kinora/contract'
import { none, useFormat } from '../../../lib/format'
import type { TimeCursor } from '../../../lib/hooks/use-time-cursor'
import { useText } from '../../../lib/i18n'
import { linesOf, positionOf } from '../../../lib/time/time-series'
import { TimePlot } from '../../../ui/time-plots'
import { type FigureId, figureColors, figureText, heightOf, tickOf, topOf } from './figures'
import { gapsOf } from './gaps'

/** Events after which viewers do not see the encoder. They are marked in the chart. */
const breaks: ReadonlySet<string> = new Set(['disconnected', 'slate', 'ended'])

interface LinePlotProps {
  readonly id: FigureId
  readonly monitors: Monitors
  readonly cursor: TimeCursor<MonitorPoint>
}

/** Line chart of one figure with the breaks of the stream. */
export function LinePlot({ id, monitors: { points, stepS, events }, cursor }: LinePlotProps) {
  const t = useText()
  const format = useFormat()
  const { span } = cursor
  const value = cursor.shown?.[id] ?? null
  const top = topOf(points, id)
  const tick = (share: number) => format.number(tickOf(id, top, share))
  return (
    <TimePlot
      cursor={cursor}
      title={t(`live:monitoring.figures.${id}`)}
      value={value === null ? none : figureText(t, format, id, value)}
      ticks={[figureText(t, format, id, top), tick(0.5), tick(0)]}
      lines={linesOf(points, (point) => point[id], stepS)}
      heightOf={(each) => heightOf(id, top, each)}
      color={figureColors[id]}
      behind={gapsOf(events).map(({ from, to }) => {
        const [left, right] = [positionOf(from, span), to === null ? 1 : positionOf(to, span)]
        return (
          <span
            key={from}
            className="absolute inset-y-0 bg-warn-soft"
            style={{ left: `${left * 100}%`, width: `${(right - left) * 100}%` }}
          />
        )
      })}
      before={events
        .filter(({ type }) => breaks.has(type))
        .map(({ at, type }) => (
          <span
            key={`${at}-${type}`}
            className="absolute inset-y-0 border-s border-dashed border-warn"
            style={{ left: `${positionOf(at, span) * 100}%` }}
          />
        ))}
    />
  )
}
