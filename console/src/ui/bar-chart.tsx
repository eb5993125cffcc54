import { useId, useState } from 'react'
import { useFormat } from '../lib/format'
import { useText } from '../lib/i18n'
import { type Bar, Bars } from './bars'
import { ChartSwitch } from './chart-switch'
import { cx } from './cx'
import { FigureTable } from './figure-table'

interface Step {
  readonly at: string
  readonly total: number
  readonly failed: number
}

export interface TimeRange {
  readonly from: string
  readonly to: string
}

interface BarChartProps {
  readonly label: string
  /** Sums up the chart. */
  readonly sentence: string
  readonly steps: readonly Step[]
  readonly stepSeconds: number
  /** Earlier steps are unknown. */
  readonly countedFrom?: string | null
  /** Text lines of a step besides its time. */
  readonly textOf: (step: Step) => readonly string[]
  /** Heads of the columns of numbers; without `failed` there is one. */
  readonly heads: { readonly total: string; readonly failed?: string }
  /** A strip without times, whose sentence only readers get. */
  readonly small?: boolean
  /** Makes ranges selectable. */
  readonly onRange?: (range: TimeRange) => void
}

/** Counts over time as bars or as a table. */
export function BarChart(props: BarChartProps) {
  const { label, sentence, steps, stepSeconds, countedFrom = null, textOf, heads, small, onRange } = props
  const t = useText()
  const format = useFormat()
  const [isTable, setTable] = useState(false)
  const sentenceId = useId()
  const endOf = (at: string) => new Date(Date.parse(at) + stepSeconds * 1000).toISOString()
  const isUnknown = (at: string) => countedFrom !== null && endOf(at) <= countedFrom
  const timeOf = (at: string) => format.timeRange(at, endOf(at))
  const bars = steps.map((step): Bar => {
    const unknown = isUnknown(step.at)
    return {
      ...step,
      isUnknown: unknown,
      lines: [timeOf(step.at), ...(unknown ? [t('ui:chart.notCounted')] : textOf(step))],
    }
  })
  const [first, last] = [steps[0], steps.at(-1)]
  return (
    <figure className="flex min-w-0 items-start gap-2">
      <div className="min-w-0 flex-1">
        <figcaption id={sentenceId} className={small ? 'sr-only' : 'pb-1.5 text-12 text-ink-3'}>
          {sentence}
        </figcaption>
        {isTable ? (
          <FigureTable
            label={label}
            className={small ? 'max-h-48' : 'max-h-72'}
            heads={[
              { key: 'time', name: t('ui:chart.time') },
              { key: 'total', name: heads.total },
              ...(heads.failed === undefined ? [] : [{ key: 'failed', name: heads.failed }]),
            ]}
            rows={steps.map(({ at, total, failed }) => ({
              key: at,
              cells: isUnknown(at)
                ? [timeOf(at), t('ui:chart.notCounted'), '']
                : [
                    timeOf(at),
                    format.number(total),
                    <span key="failed" className={cx(failed > 0 && 'text-bad')}>
                      {format.number(failed)}
                    </span>,
                  ],
            }))}
          />
        ) : (
          <Bars
            label={label}
            describedBy={sentenceId}
            bars={bars}
            className={small ? 'h-9' : 'h-16'}
            onRange={
              onRange &&
              ((range) => {
                const [from, to] = [steps[range.first], steps[range.last]]
                if (from && to) onRange({ from: from.at, to: endOf(to.at) })
              })
            }
          />
        )}
        {!small && !isTable && first && last && (
          <div dir="ltr" aria-hidden className="tabular flex justify-between pt-1 text-11 text-ink-3">
            <bdi>{format.moment(first.at)}</bdi>
            <bdi>{format.moment(endOf(last.at))}</bdi>
          </div>
        )}
      </div>
      <ChartSwitch isTable={isTable} onSwitch={setTable} />
    </figure>
  )
}
