import type { LinkMonitors } from '@kinora/contract'
import type { VconnectWindow } from '@kinora/contract/vconnect/values'
import { none, useFormat } from '../../../lib/format'
import { useTimeCursor } from '../../../lib/hooks/use-time-cursor'
import { useText } from '../../../lib/i18n'
import { lastHours, linesOf } from '../../../lib/time/time-series'
import { TimePlot, TimePlots } from '../../../ui/time-plots'
import { chartFigures, type FigureId, topOf } from './figures'

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

/** Charts of a link, which share one cursor. */
export function Charts({ monitors: { points, stepS }, window }: ChartsProps) {
  const t = useText()
  const format = useFormat()
  const text = useFigureText()
  const cursor = useTimeCursor(points, lastHours(window))
  const nameOf = (id: FigureId) => t(`vconnect:page.figures.${id}`)
  const read = (point: (typeof points)[number]) =>
    [
      format.exactTime(point.at),
      ...chartFigures.map((id) => t('ui:because', { what: nameOf(id), why: text(id, point[id]) })),
    ].join(', ')
  return (
    <div className="pt-3">
      <TimePlots cursor={cursor} label={t('vconnect:page.cursor')} read={read}>
        {chartFigures.map((id) => {
          const top = topOf(points, id)
          return (
            <TimePlot
              key={id}
              cursor={cursor}
              title={nameOf(id)}
              value={text(id, cursor.shown?.[id] ?? null)}
              ticks={[text(id, top), text(id, top / 2), format.number(0)]}
              lines={linesOf(points, (point) => point[id], stepS)}
              heightOf={(value) => value / top}
              color={colors[id]}
            />
          )
        })}
      </TimePlots>
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
