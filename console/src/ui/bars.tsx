import { cx } from './cx'
import { type BarRange, useBarRange } from './use-bar-range'

export interface Bar {
  /** The key, and the start of the bar's time. */
  readonly at: string
  readonly total: number
  /** Part of the total, in another color and hatched. */
  readonly failed: number
  /** Nothing is known about this time. */
  readonly isUnknown?: boolean
  /** Text of the bar, in at most three lines, the time first. */
  readonly lines: readonly [time: string, ...string[]]
}

interface BarsProps {
  readonly label: string
  /** The id of the sentence that sums up the chart. */
  readonly describedBy: string
  readonly bars: readonly Bar[]
  readonly onRange?: ((range: BarRange) => void) | undefined
  /** The height, as a class. */
  readonly className: string
}

/** Bars over time, always left to right. Arrow keys walk them. */
export function Bars({ label, describedBy, bars, onRange, className }: BarsProps) {
  const { at, selected, handlers } = useBarRange(bars.length, onRange)
  const most = Math.max(1, ...bars.map(({ total }) => total))
  const shown = at === null ? undefined : bars[at]
  return (
    <div
      dir="ltr"
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-describedby={describedBy}
      aria-valuemin={1}
      aria-valuemax={bars.length}
      aria-valuenow={(at ?? bars.length - 1) + 1}
      aria-valuetext={(shown ?? bars.at(-1))?.lines.join(', ')}
      {...handlers}
      className={cx(
        'relative flex touch-pan-y items-stretch border-b border-rule-2 outline-offset-4 select-none',
        onRange && 'cursor-crosshair',
        className,
      )}
    >
      {bars.map((bar, index) => (
        <span
          key={bar.at}
          aria-hidden
          className={cx(
            'flex min-w-0 flex-1 flex-col items-center justify-end',
            bar.isUnknown && 'hatched',
            isIn(selected, index) ? 'bg-select' : index === at && 'bg-hover',
          )}
        >
          {bar.failed > 0 && (
            <span
              className="hatched-bad min-h-[3px] w-[76%] rounded-t-[1px]"
              style={{ height: `${(bar.failed / most) * 100}%` }}
            />
          )}
          {bar.total > bar.failed && (
            <span
              className={cx('min-h-[2px] w-[76%] bg-rule-3', bar.failed === 0 && 'rounded-t-[1px]')}
              style={{ height: `${((bar.total - bar.failed) / most) * 100}%` }}
            />
          )}
        </span>
      ))}
      {shown && at !== null && <Tip lines={shown.lines} place={(at + 0.5) / bars.length} />}
    </div>
  )
}

function isIn(range: BarRange | null, index: number): boolean {
  return range !== null && range.first <= index && index <= range.last
}

/** Stays inside the chart: the nearer to an end, the more of it is on the other side. */
function Tip({ lines, place }: { readonly lines: Bar['lines']; readonly place: number }) {
  const percent = `${place * 100}%`
  return (
    <span
      aria-hidden
      style={{ left: percent, translate: `-${percent}` }}
      className="pointer-events-none absolute bottom-full z-10 mb-1.5 rounded-2 bg-ink px-2 py-1 text-12 whitespace-nowrap text-paper"
    >
      {lines.map((line) => (
        <bdi key={line} dir="auto" className="tabular block">
          {line}
        </bdi>
      ))}
    </span>
  )
}
