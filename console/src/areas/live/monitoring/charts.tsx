import type { Monitors } from '@kinora/contract'
import type { MonitorWindow } from '@kinora/contract/live/values'
import { ChartLine } from '@phosphor-icons/react/dist/csr/ChartLine'
import { Table as TableIcon } from '@phosphor-icons/react/dist/csr/Table'
import { useState } from 'react'
import { none, useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import { IconButton } from '../../../ui/icon-button'
import { sectionHeadLook, sectionTitleLook } from '../../library'
import { FigureTable } from './figure-table'
import { figureIds, figureText, nearestPoint, type TimeSpan } from './figures'
import { LinePlot } from './line-plot'

const hours = { '1h': 1, '4h': 4, '8h': 8 } as const satisfies Record<MonitorWindow, number>

interface ChartsProps {
  readonly monitors: Monitors
  readonly window: MonitorWindow
}

/** Charts of all metrics. They share one cursor, which follows the pointer and the keys. */
export function Charts({ monitors, window }: ChartsProps) {
  const t = useText()
  const format = useFormat()
  const [isTable, setTable] = useState(false)
  const [cursorAt, setCursorAt] = useState<string | null>(null)
  const { points } = monitors
  // The cursor stays on its point while new points arrive.
  const found = cursorAt === null ? -1 : points.findIndex(({ at }) => at === cursorAt)
  const cursor = found === -1 ? null : found
  const span = spanOf(window)
  const shown = points[cursor ?? points.length - 1]
  const moveTo = (number: number | null) => setCursorAt(number === null ? null : (points[number]?.at ?? null))
  const read = (at: (typeof points)[number]) =>
    [
      format.exactTime(at.at),
      ...figureIds.map((id) => {
        const value = at[id]
        const text = value === null ? none : figureText(t, format, id, value)
        return t('ui:because', { what: t(`live:monitoring.figures.${id}`), why: text })
      }),
    ].join(', ')
  return (
    <section>
      <header className={sectionHeadLook}>
        <h2 className={sectionTitleLook}>{t('live:monitoring.course')}</h2>
        <span className="flex items-center gap-2">
          {!isTable && shown && (
            <span className="tabular text-12 text-ink-3">
              {cursor === null
                ? t('live:monitoring.latest')
                : t('live:monitoring.at', { time: format.exactTime(shown.at) })}
            </span>
          )}
          <IconButton
            size="small"
            label={t(isTable ? 'ui:chart.asChart' : 'ui:chart.asTable')}
            onPress={() => setTable(!isTable)}
          >
            {isTable ? <ChartLine size={16} /> : <TableIcon size={16} />}
          </IconButton>
        </span>
      </header>
      {isTable ? (
        <FigureTable points={points} />
      ) : (
        <div className="relative mt-2 rounded-2 pt-2 outline-offset-4 outline-focus has-[:focus-visible]:outline-2">
          <input
            type="range"
            dir="ltr"
            className="pointer-events-none absolute inset-0 opacity-0"
            aria-label={t('live:monitoring.cursor')}
            aria-valuetext={shown ? read(shown) : none}
            min={0}
            max={Math.max(0, points.length - 1)}
            value={cursor ?? Math.max(0, points.length - 1)}
            onBlur={() => setCursorAt(null)}
            onChange={({ target }) => moveTo(Number(target.value))}
          />
          <div className="relative grid gap-x-9 gap-y-6 md:grid-cols-2">
            {figureIds.map((id) => (
              <LinePlot
                key={id}
                id={id}
                monitors={monitors}
                span={span}
                cursor={cursor}
                onMove={(position) => moveTo(position === null ? null : nearestPoint(points, position, span))}
              />
            ))}
          </div>
        </div>
      )}
    </section>
  )
}

function spanOf(window: MonitorWindow): TimeSpan {
  const toMs = Date.now()
  return { fromMs: toMs - hours[window] * 3_600_000, toMs }
}
