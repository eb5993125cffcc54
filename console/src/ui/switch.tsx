import type { ReactNode } from 'react'
import { cx } from './cx'

interface SwitchProps {
  readonly children: ReactNode
  readonly on: boolean
  readonly onChange: (on: boolean) => void
  readonly disabled?: boolean
  /** Id of the describing text. */
  readonly describedBy?: string
}

/** A switch that takes effect at once. */
export function Switch({ children, on, onChange, disabled = false, describedBy }: SwitchProps) {
  return (
    <label
      className={cx(
        'group relative inline-flex min-h-7 items-center gap-2.5 text-13 pointer-coarse:min-h-11',
        disabled && 'opacity-45',
      )}
    >
      <input
        type="checkbox"
        role="switch"
        aria-checked={on}
        aria-describedby={describedBy}
        checked={on}
        disabled={disabled}
        onChange={(event) => onChange(event.target.checked)}
        className="peer absolute start-0 h-[18px] w-8 appearance-none rounded-full"
      />
      <span
        aria-hidden
        className={cx(
          'pointer-events-none relative h-[18px] w-8 shrink-0 rounded-full transition-colors',
          on ? 'bg-act' : 'bg-rule-3 group-hover:bg-ink-3',
        )}
      >
        <span
          className={cx(
            'absolute top-0.5 size-3.5 rounded-full bg-panel shadow-lift-1 transition-[inset-inline-start]',
            on ? 'start-4' : 'start-0.5',
          )}
        />
      </span>
      {children}
    </label>
  )
}
