import { cx } from './cx'

const tones = { act: 'bg-act', warn: 'bg-warn', good: 'bg-good', paused: 'bg-ink-3', bad: 'bg-bad' }

export interface ProgressProps {
  readonly label: string
  /** From 0 to 1; undefined if unknown. */
  readonly value: number | undefined
  readonly tone?: keyof typeof tones
  /** From 0 to 1: a paler bar up to here, for work that has to be repeated. */
  readonly reached?: number
}

/** A 3 px bar that grows in reading direction. */
export function Progress({ label, value, tone = 'act', reached = 0 }: ProgressProps) {
  const percent = value === undefined ? undefined : Math.round(value * 100)
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuenow={percent}
      aria-valuemin={0}
      aria-valuemax={100}
      className="relative h-[3px] w-full overflow-hidden rounded-full bg-press"
    >
      {percent !== undefined && reached * 100 > percent && (
        <span
          className={cx('absolute inset-y-0 start-0 rounded-full opacity-35', tones[tone])}
          style={{ width: `${Math.round(reached * 100)}%` }}
        />
      )}
      <span
        className={cx(
          'absolute inset-y-0 rounded-full',
          tones[tone],
          percent === undefined
            ? 'w-[30%] animate-along'
            : 'start-0 transition-[width] duration-300 ease-linear',
        )}
        style={percent === undefined ? undefined : { width: `${percent}%` }}
      />
    </div>
  )
}
