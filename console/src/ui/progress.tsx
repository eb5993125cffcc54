import { ProgressBar } from 'react-aria-components/ProgressBar'
import { cx } from './cx'

const tones = { act: 'bg-act', warn: 'bg-warn', good: 'bg-good', paused: 'bg-ink-3', bad: 'bg-bad' }

export interface ProgressProps {
  readonly label: string
  /** 0 to 1; undefined while nobody knows. */
  readonly value: number | undefined
  readonly tone?: keyof typeof tones
}

/** A 3 px bar that grows in the direction of reading. */
export function Progress({ label, value, tone = 'act' }: ProgressProps) {
  return (
    <ProgressBar
      aria-label={label}
      {...(value === undefined ? { isIndeterminate: true } : { value: value * 100 })}
      className="relative block h-[3px] w-full overflow-hidden rounded-full bg-press"
    >
      <span
        className={cx(
          'absolute inset-y-0 rounded-full',
          tones[tone],
          value === undefined
            ? 'w-[30%] animate-along'
            : 'start-0 transition-[width] duration-300 ease-linear',
        )}
        style={value === undefined ? undefined : { width: `${value * 100}%` }}
      />
    </ProgressBar>
  )
}
