import { ChartBar } from '@phosphor-icons/react/dist/csr/ChartBar'
import { Table as TableIcon } from '@phosphor-icons/react/dist/csr/Table'
import { useId, useState } from 'react'
import { useFormat } from '../lib/format'
import { useText } from '../lib/i18n'
import { type Bar, Bars } from './bars'
import { cx } from './cx'
import { IconButton } from './icon-button'

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
  /** What a step says, without its time. */
  readonly textOf: (step: Step) => readonly string[]
  /** Heads of the columns of numbers; without `failed` there is one. */
  readonly heads: { readonly total: string; readonly failed?: string }
  /** A strip without times, whose sentence only readers get. */
  readonly small?: boolean
  /** Makes ranges selectable. */
  readonly onRange?: (range: TimeRange) => void
}

/** A part that scrolls takes focus, so that keys scroll it (WCAG 2.1.1). */
const scrollPart = { role: 'group', tabIndex: 0 } as const

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
          <div
            {...scrollPart}
            className={cx('overflow-y-auto border-y border-rule-2', small ? 'max-h-48' : 'max-h-72')}
          >
            <table aria-label={label} className="w-full text-12">
              <thead>
                <tr className="text-ink-3 *:sticky *:top-0 *:bg-paper *:py-1.5 *:font-mid">
                  <th scope="col" className="text-start">
                    {t('ui:chart.time')}
                  </th>
                  <th scope="col" className="text-right">
                    {heads.total}
                  </th>
                  {heads.failed !== undefined && (
                    <th scope="col" className="ps-4 text-right">
                      {heads.failed}
                    </th>
                  )}
                </tr>
              </thead>
              <tbody>
                {steps.map(({ at, total, failed }) => (
                  <tr key={at} className="*:border-t *:border-rule *:py-1">
                    <td className="tabular">{timeOf(at)}</td>
                    <td className="tabular text-right">
                      {isUnknown(at) ? t('ui:chart.notCounted') : format.number(total)}
                    </td>
                    {heads.failed !== undefined && (
                      <td className={cx('tabular ps-4 text-right', failed > 0 && 'text-bad')}>
                        {isUnknown(at) ? '' : format.number(failed)}
                      </td>
                    )}
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
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
      <IconButton
        size="small"
        label={isTable ? t('ui:chart.asChart') : t('ui:chart.asTable')}
        onPress={() => setTable(!isTable)}
      >
        {isTable ? <ChartBar size={16} /> : <TableIcon size={16} />}
      </IconButton>
    </figure>
  )
}
