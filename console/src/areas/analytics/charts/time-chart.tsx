import { apart, labelEvery, plotOf, type Values } from '@kinora/contract/analytics/charts/plot'
import { ChartLine } from '@phosphor-icons/react/dist/csr/ChartLine'
import { type KeyboardEvent, type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react'
import { none, useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import { ChartSwitch } from '../../../ui/chart-switch'
import { cx } from '../../../ui/cx'
import { FigureTable } from '../../../ui/figure-table'
import { Line } from './line'

export interface ChartLineOf {
  readonly key: string
  readonly name: string
  readonly values: Values
  /** Whether the line is the previous period, which is gray and dashed. */
  readonly isBefore?: boolean
}

/** Marks of events in a chart. */
export interface ChartMarks {
  /** Shown below the time axis. */
  readonly below: (stepX: (step: number) => number) => ReactNode
  /** Shown after the table. */
  readonly list: ReactNode
}

interface TimeChartProps {
  readonly label: string
  /** Summary of the chart for screen readers. */
  readonly sentence: string
  /** Names of the steps, such as days. */
  readonly steps: readonly string[]
  readonly lines: readonly ChartLineOf[]
  /** Name of the last step if it has not ended. Its part of a line is dashed. */
  readonly partial?: string | undefined
  /** Whether the values are counts. */
  readonly isWhole: boolean
  readonly valueText: (value: number) => string
  readonly tickText: (value: number) => string
  /** Unit of the ticks of the axis (`plotOf`). */
  readonly tickUnit?: ((highest: number) => number) | undefined
  readonly marks?: ChartMarks | undefined
}

const HEIGHT = 220
const LABEL_GAP = 16
const END_LABELS_PX = 112
const MOST_STEP_LABELS = 6
const STEP_LABEL_PX = 96

/** Values over time as lines or as a table. Time goes from left to right in every language. */
export function TimeChart(props: TimeChartProps) {
  const { label, sentence, steps, lines, valueText, marks } = props
  const stepName = namesOf(props)
  const t = useText()
  const [isTable, setTable] = useState(false)
  const id = useId()
  return (
    <figure className="relative min-w-0">
      <figcaption id={id} className="sr-only">
        {sentence}
      </figcaption>
      <div className="absolute -top-12 inset-e-0">
        <ChartSwitch isTable={isTable} onSwitch={setTable} chart={ChartLine} />
      </div>
      {isTable ? (
        <FigureTable
          label={label}
          className="max-h-72"
          heads={[{ key: '', name: t('ui:chart.time') }, ...lines]}
          rows={steps.map((step, n) => ({
            key: step,
            cells: [stepName(n), ...lines.map(({ values }) => textOf(values[n], valueText))],
          }))}
        />
      ) : (
        <Lines {...props} describedBy={id} />
      )}
      {isTable && marks?.list}
    </figure>
  )
}

const textOf = (value: number | null | undefined, valueText: (value: number) => string) =>
  value === null || value === undefined ? none : valueText(value)

function Lines(props: TimeChartProps & { readonly describedBy: string }) {
  const { label, steps, lines, partial, isWhole, valueText, marks, describedBy } = props
  const format = useFormat()
  // An axis without values has no unit.
  const tickText = (tick: number) => (tick === 0 ? format.number(0) : props.tickText(tick))
  const container = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(0)
  const [cursor, setCursor] = useState<number | null>(null)
  useLayoutEffect(() => {
    const observer = new ResizeObserver(([entry]) => setWidth(entry?.contentRect.width ?? 0))
    if (container.current) observer.observe(container.current)
    return () => observer.disconnect()
  }, [])
  const hasLabels = lines.filter(({ isBefore }) => !isBefore).length > 1 && width > 480
  const plot = plotOf(
    { width: Math.max(0, width - (hasLabels ? END_LABELS_PX : 0)), height: HEIGHT },
    steps.length,
    lines.map(({ values }) => values),
    isWhole,
    props.tickUnit,
  )
  const move = (event: KeyboardEvent) => {
    const { drawn } = plot
    const way = { ArrowLeft: -1, ArrowRight: 1, Home: -drawn.length, End: drawn.length }[event.key]
    if (event.key === 'Escape') setCursor(null)
    if (way === undefined) return
    event.preventDefault()
    const at = cursor === null ? drawn.length - 1 - way : drawn.findIndex((step) => step >= cursor)
    setCursor(drawn[Math.min(drawn.length - 1, Math.max(0, at + way))] ?? null)
  }
  const read = cursor === null ? null : namesOf(props)(cursor)
  const every = labelEvery(steps.length, Math.min(MOST_STEP_LABELS, Math.max(2, width / STEP_LABEL_PX)))
  return (
    <div dir="ltr" className="tabular ps-14 text-11 text-ink-3">
      {lines.length > 1 && !hasLabels && <Legend lines={lines} />}
      <div
        ref={container}
        role="slider"
        tabIndex={0}
        aria-label={label}
        aria-describedby={describedBy}
        aria-valuemin={1}
        aria-valuemax={steps.length}
        aria-valuenow={(cursor ?? steps.length - 1) + 1}
        aria-valuetext={sayStep(cursor ?? steps.length - 1, props)}
        onKeyDown={move}
        onBlur={() => setCursor(null)}
        onPointerMove={({ currentTarget, clientX }) =>
          setCursor(plot.stepAt(clientX - currentTarget.getBoundingClientRect().left))
        }
        onPointerLeave={() => setCursor(null)}
        className="relative touch-pan-y rounded-1 outline-offset-4 focus-visible:outline-2 focus-visible:outline-act"
        style={{ height: HEIGHT }}
      >
        {plot.ticks.map((tick, n) => (
          <span key={tick} aria-hidden>
            <span className="absolute inset-x-0 border-t border-rule" style={{ top: plot.y(tick) }} />
            <span
              className="absolute end-full me-2 -translate-y-1/2 whitespace-nowrap"
              style={{ top: plot.y(tick) }}
            >
              {/* What is rounded to the same text says nothing. */}
              {n > 0 && tickText(tick) === tickText(plot.ticks[n - 1] ?? 0) ? '' : tickText(tick)}
            </span>
          </span>
        ))}
        <svg aria-hidden className="absolute inset-0 size-full overflow-visible" fill="none">
          {lines.map(({ key, values, isBefore }, n) => (
            <g key={key}>
              {lines.filter((one) => !one.isBefore).length === 1 && !isBefore && (
                <path d={plot.area(values)} fill={colorOf(n)} fillOpacity={0.09} />
              )}
              <Line
                path={plot.line(values)}
                color={isBefore ? 'var(--ink-3)' : colorOf(n)}
                isBefore={isBefore}
                size={{ width, height: HEIGHT }}
                dashedFrom={partial === undefined || isBefore ? undefined : plot.x(steps.length - 2)}
              />
              {loneSteps(values).map((step) => (
                <circle
                  key={step}
                  cx={plot.x(step)}
                  cy={plot.y(values[step] ?? 0)}
                  r={2}
                  fill={isBefore ? 'var(--ink-3)' : colorOf(n)}
                />
              ))}
            </g>
          ))}
          {cursor !== null && (
            <line x1={plot.x(cursor)} x2={plot.x(cursor)} y1={0} y2={HEIGHT} stroke="var(--ink-3)" />
          )}
        </svg>
        {hasLabels && <EndLabels lines={lines} y={plot.y} />}
        {read !== null && read !== undefined && cursor !== null && (
          <div
            aria-hidden
            className="pointer-events-none absolute top-1 z-10 rounded-2 bg-ink px-2.5 py-1.5 text-12 whitespace-nowrap text-paper"
            style={
              plot.x(cursor) > width / 2
                ? { right: width - plot.x(cursor) + 8 }
                : { left: plot.x(cursor) + 8 }
            }
          >
            <p className="font-head">{read}</p>
            {lines.map(({ key, name, values }) => (
              <p key={key}>
                <bdi>{name}</bdi> <bdi>{textOf(values[cursor], valueText)}</bdi>
              </p>
            ))}
          </div>
        )}
      </div>
      <div aria-hidden className="relative h-6">
        {steps.map((step, n) =>
          // The last step, which is now in many ranges, has a label.
          (steps.length - 1 - n) % every === 0 ? (
            <span
              key={step}
              className={cx(
                'absolute top-1.5 whitespace-nowrap',
                plot.x(n) >= STEP_LABEL_PX / 2 &&
                  (plot.x(n) > width - STEP_LABEL_PX / 2 ? '-translate-x-full' : '-translate-x-1/2'),
              )}
              style={{ left: plot.x(n) }}
            >
              <bdi>{step}</bdi>
            </span>
          ) : null,
        )}
      </div>
      {width > 0 && marks?.below(plot.x)}
    </div>
  )
}

function Legend({ lines }: Pick<TimeChartProps, 'lines'>) {
  return (
    <ul aria-hidden className="flex flex-wrap gap-x-4 gap-y-1 pb-2 text-12 text-ink-2">
      {lines.map(({ key, name, isBefore }, n) => (
        <li key={key} className="flex items-center gap-1.5">
          <span
            className={cx('w-4 border-t-2', isBefore && 'border-dashed')}
            style={{ borderColor: isBefore ? 'var(--ink-3)' : colorOf(n) }}
          />
          <bdi>{name}</bdi>
        </li>
      ))}
    </ul>
  )
}

function EndLabels({ lines, y }: Pick<TimeChartProps, 'lines'> & { readonly y: (value: number) => number }) {
  const shown = lines.map((line, n) => ({ ...line, n })).filter(({ isBefore }) => !isBefore)
  const ends = shown.map(({ values }) => y(values.findLast((value) => value !== null) ?? 0))
  const positions = apart(ends, LABEL_GAP, HEIGHT)
  return shown.map(({ key, name, n }, at) => (
    <span
      key={key}
      aria-hidden
      title={name}
      className="absolute inset-e-0 -translate-y-1/2 truncate text-12 font-mid"
      style={{
        top: positions[at],
        width: END_LABELS_PX - 10,
        color: `color-mix(in oklab, ${colorOf(n)} 72%, var(--ink))`,
      }}
    >
      <bdi>{name}</bdi>
    </span>
  ))
}

/** Steps whose neighbors have no value, so that no line is drawn through them. */
function loneSteps(values: Values): number[] {
  const has = (step: number) => values[step] !== null && values[step] !== undefined
  return values.flatMap((_, step) => (has(step) && !has(step - 1) && !has(step + 1) ? [step] : []))
}

const colorOf = (n: number) => `var(--c${(n % 20) + 1})`

/** Returns a function that gives the name of a step for tooltip and table. */
function namesOf({ steps, partial }: Pick<TimeChartProps, 'steps' | 'partial'>) {
  return (step: number) => (step === steps.length - 1 && partial ? partial : (steps[step] ?? ''))
}

function sayStep(step: number, props: TimeChartProps): string {
  const { lines, valueText } = props
  const values = lines.map(({ name, values }) => `${name} ${textOf(values[step], valueText)}`)
  return [namesOf(props)(step), ...values].join(', ')
}
