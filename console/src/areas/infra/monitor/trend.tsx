import type { ReactNode } from 'react'
import { useText } from '../../../lib/i18n'
import { trendPath, trendSize } from './trend-path'

interface TrendProps {
  readonly label: string
  /** The current value. */
  readonly now: string
  /** The last day, if it is known. */
  readonly values: readonly (number | null)[] | undefined
  /** The largest value of the axis. Defaults to the largest of the values. */
  readonly top?: number
  readonly text: (value: number) => string
  readonly note?: ReactNode
}

/** A figure with its last day. */
export function Trend({ label, now, values = [], top, text, note }: TrendProps) {
  const t = useText()
  const known = values.filter((value) => value !== null)
  const peak = Math.max(0, ...known)
  const path = trendPath(values, top ?? peak * 1.1)
  return (
    <figure className="min-w-0">
      <figcaption className="flex items-baseline justify-between gap-3">
        <span className="cut text-12 text-ink-2">{label}</span>
        <span className="tabular shrink-0 text-14 font-head">{now}</span>
      </figcaption>
      {path === null ? (
        <div className="mt-1.5 grid h-10 place-items-center border-b border-dashed border-rule-2 text-11 text-ink-3">
          {t('infra:monitor.noHistory')}
        </div>
      ) : (
        <svg
          role="img"
          aria-label={t('infra:monitor.lastDay', { name: label, peak: text(peak) })}
          viewBox={`0 -2 ${trendSize.width} ${trendSize.height + 4}`}
          preserveAspectRatio="none"
          className="mt-1.5 block h-10 w-full border-b border-rule-2"
        >
          <path
            d={path}
            fill="none"
            stroke="var(--c1)"
            strokeWidth={1.5}
            strokeLinejoin="round"
            vectorEffect="non-scaling-stroke"
          />
        </svg>
      )}
      <div className="tabular flex justify-between gap-3 pt-1 text-11 text-ink-3">
        <span className="min-w-0">{note}</span>
        {path !== null && <span className="shrink-0">{t('infra:monitor.peak', { value: text(peak) })}</span>}
      </div>
    </figure>
  )
}
