import { Check } from '@phosphor-icons/react/dist/csr/Check'
import { Minus } from '@phosphor-icons/react/dist/csr/Minus'
import type { ReactNode } from 'react'
import { Checkbox as AriaCheckbox } from 'react-aria-components/Checkbox'

export interface CheckboxProps {
  /** Words beside it; a box without them needs `label`. */
  readonly children?: ReactNode
  readonly label?: string
  readonly checked: boolean
  readonly onChange: (checked: boolean) => void
  /** Some of what it stands for. */
  readonly some?: boolean
  readonly disabled?: boolean
  readonly excludeFromTabOrder?: boolean
}

export function Checkbox(props: CheckboxProps) {
  const { children, label, checked, onChange, some = false, disabled = false, excludeFromTabOrder } = props
  return (
    <AriaCheckbox
      {...(label !== undefined && { 'aria-label': label })}
      {...(excludeFromTabOrder && { excludeFromTabOrder })}
      isSelected={checked}
      isIndeterminate={some}
      isDisabled={disabled}
      onChange={onChange}
      className="group relative inline-flex cursor-default items-center gap-2 text-13 after:absolute after:-inset-2 data-disabled:opacity-45"
    >
      <span className="grid size-4 shrink-0 place-items-center rounded-[4px] border-[1.5px] border-rule-3 bg-panel text-act-ink transition-colors group-hover:border-ink-3 group-data-focus-visible:outline-2 group-data-focus-visible:outline-offset-2 group-data-focus-visible:outline-focus group-data-indeterminate:border-act group-data-indeterminate:bg-act group-data-selected:border-act group-data-selected:bg-act">
        {some ? <Minus size={11} weight="bold" /> : checked && <Check size={11} weight="bold" />}
      </span>
      {children}
    </AriaCheckbox>
  )
}
