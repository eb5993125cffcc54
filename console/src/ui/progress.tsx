import { cx } from './cx'

const tones = { act: 'bg-act', warn: 'bg-warn', good: 'bg-good', paused: 'bg-ink-3', bad: 'bg-bad' }

export interface ProgressProps {
  readonly label: string
  /** From 0 to 1; undefined if unknown. */
  readonly value: number | undefined
  readonly tone?: keyof typeof tones
}

/** A 3 px bar that grows in reading direction. */
export function Progress({ label, value, tone = 'act' }: ProgressProps) {
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
