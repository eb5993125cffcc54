import type { MeterUsage } from '@kinora/contract'

const size = { width: 110, height: 22, gap: 1 } as const

/** The quantities of days as bars, whose numbers are in the rows below the meter. */
export function DayBars({ days }: Pick<MeterUsage, 'days'>) {
  const values = days.map(({ quantity }) => Math.max(0, Number(quantity)))
  const most = Math.max(1, ...values)
  const step = Math.min(12, size.width / Math.max(1, values.length))
  return (
    <svg aria-hidden width={size.width} height={size.height} className="ltr block">
      {days.map(({ day }, n) => {
        const height = Math.max(1, Math.round((size.height * (values[n] ?? 0)) / most))
        return (
          <rect
            key={day}
            x={n * step}
            y={size.height - height}
            width={Math.max(1, step - size.gap)}
            height={height}
            fill="var(--c1)"
          />
        )
      })}
    </svg>
  )
}
