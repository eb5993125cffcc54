import type { AlertPreview } from '@kinora/contract'
import { useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import { chartShape } from './chart-shape'

interface ValueChartProps {
  /** Name of the metric. */
  readonly name: string
  readonly points: AlertPreview['groups'][number]['points']
  readonly threshold: number | null
  /** Times in which it fired. */
  readonly alerts: AlertPreview['groups'][number]['alerts']
  readonly valueText: (value: number) => string
}

/** Values over time with the threshold. Times in which the rule fired have a tinted background. */
export function ValueChart({ name, points, threshold, alerts, valueText }: ValueChartProps) {
  const t = useText()
  const format = useFormat()
  const shape = chartShape(points, threshold, alerts)
  if (shape === null) return <p className="py-6 text-ink-3">{t('alerts:chart.none')}</p>
  const { path, thresholdY, bands, low, high, from, to } = shape
  const middle = new Date((from + to) / 2)
  return (
    <figure className="pt-2">
      <div className="flex gap-2">
        <div className="tabular flex w-20 shrink-0 flex-col justify-between text-end text-11 text-ink-3 max-sm:w-14">
          <span>{valueText(high)}</span>
          <span>{valueText(low)}</span>
        </div>
        <div className="relative min-w-0 flex-1">
          <svg
            role="img"
            aria-label={t('alerts:chart.label', { name })}
            viewBox="0 0 1000 200"
            preserveAspectRatio="none"
            className="ltr block h-44 w-full border-y border-rule rtl:-scale-x-100"
          >
            {bands.map(({ x, width }) => (
              <rect key={x} x={x} y={0} width={width} height={200} fill="var(--warn-soft)" />
            ))}
            {thresholdY !== null && (
              <line
                x1={0}
                x2={1000}
                y1={thresholdY}
                y2={thresholdY}
                stroke="var(--warn)"
                strokeWidth={1.5}
                vectorEffect="non-scaling-stroke"
              />
            )}
            <path
              d={path}
              fill="none"
              stroke="var(--c1)"
              strokeWidth={1.5}
              strokeLinejoin="round"
              vectorEffect="non-scaling-stroke"
            />
          </svg>
          {threshold !== null && thresholdY !== null && (
            <span
              className="absolute start-1 text-11 font-mid text-warn"
              style={{ top: `${Math.min(90, Math.max(0, thresholdY / 2 - 9))}%` }}
            >
              {t('alerts:chart.threshold', { value: valueText(threshold) })}
            </span>
          )}
        </div>
      </div>
      <figcaption className="tabular ms-22 flex justify-between gap-2 pt-1 text-11 text-ink-3 max-sm:ms-16">
        <span>{format.moment(new Date(from))}</span>
        <span className="max-sm:hidden">{format.moment(middle)}</span>
        <span>{format.moment(new Date(to))}</span>
      </figcaption>
    </figure>
  )
}
