import type { Monitors } from '@kinora/contract'
import type { MonitorWindow } from '@kinora/contract/live/values'
import { ChartLine } from '@phosphor-icons/react/dist/csr/ChartLine'
import { Table as TableIcon } from '@phosphor-icons/react/dist/csr/Table'
import { useState } from 'react'
import { none, useFormat } from '../../../lib/format'
import { useTimeCursor } from '../../../lib/hooks/use-time-cursor'
import { useText } from '../../../lib/i18n'
import { lastHours } from '../../../lib/time/time-series'
import { IconButton } from '../../../ui/icon-button'
import { TimePlots } from '../../../ui/time-plots'
import { sectionHeadLook, sectionTitleLook } from '../../library'
import { FigureTable } from './figure-table'
import { figureIds, figureText } from './figures'
import { LinePlot } from './line-plot'

interface ChartsProps {
  readonly monitors: Monitors
  readonly window: MonitorWindow
}

/** Charts of all metrics. They share one cursor, which follows the pointer and the keys. */
export function Charts({ monitors, window }: ChartsProps) {
  const t = useText()
  const format = useFormat()
  const [isTable, setTable] = useState(false)
  const { points } = monitors
  const cursor = useTimeCursor(points, lastHours(window))
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
          {!isTable && cursor.shown && (
            <span className="tabular text-12 text-ink-3">
              {cursor.chosen === null
                ? t('live:monitoring.latest')
                : t('live:monitoring.at', { time: format.exactTime(cursor.shown.at) })}
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
        <div className="pt-4">
          <TimePlots cursor={cursor} label={t('live:monitoring.cursor')} read={read}>
            {figureIds.map((id) => (
              <LinePlot key={id} id={id} monitors={monitors} cursor={cursor} />
            ))}
          </TimePlots>
        </div>
      )}
    </section>
  )
}
