import { Check } from '@phosphor-icons/react/dist/csr/Check'
import { Minus } from '@phosphor-icons/react/dist/csr/Minus'
import type { ReactNode } from 'react'
import { cx } from './cx'

interface CheckboxProps {
  /** The visible label; without it, `label` is required. */
  readonly children?: ReactNode
  readonly label?: string
  readonly checked: boolean
  readonly onChange: (checked: boolean) => void
  /** Indeterminate. */
  readonly some?: boolean
  readonly disabled?: boolean
  readonly excludeFromTabOrder?: boolean
}

export function Checkbox(props: CheckboxProps) {
  const { children, label, checked, onChange, some = false, disabled = false, excludeFromTabOrder } = props
  return (
    <label
      className={cx(
        'group relative inline-flex items-center gap-2 align-middle text-13 after:absolute after:-inset-2',
        disabled && 'opacity-45',
      )}
    >
      <input
        type="checkbox"
        aria-label={label}
        checked={checked}
        disabled={disabled}
        tabIndex={excludeFromTabOrder ? -1 : undefined}
        ref={(box) => {
          if (box) box.indeterminate = some
        }}
        onChange={(event) => onChange(event.target.checked)}
        className="peer absolute size-4 appearance-none rounded-[4px]"
      />
      <span
        aria-hidden
        className={cx(
          'pointer-events-none grid size-4 shrink-0 place-items-center rounded-[4px] border-[1.5px] text-act-ink',
          checked || some ? 'border-act bg-act' : 'border-rule-3 bg-panel group-hover:border-ink-3',
        )}
      >
        {/* The tick stays in place unseen: hundreds of boxes are checked at once without a new layout. */}
        {some ? (
          <Minus size={11} weight="bold" />
        ) : (
          <Check size={11} weight="bold" className={cx(!checked && 'invisible')} />
        )}
      </span>
      {children}
    </label>
  )
}
