import type { ReactNode } from 'react'
import { Switch as AriaSwitch } from 'react-aria-components/Switch'

export interface SwitchProps {
  readonly children: ReactNode
  readonly on: boolean
  readonly onChange: (on: boolean) => void
  readonly disabled?: boolean
}

export function Switch({ children, on, onChange, disabled = false }: SwitchProps) {
  return (
    <AriaSwitch
      isSelected={on}
      onChange={onChange}
      isDisabled={disabled}
      className="group inline-flex cursor-default items-center gap-2 text-13 data-disabled:opacity-45"
    >
      <span className="flex h-[18px] w-[30px] shrink-0 items-center rounded-full bg-rule-3 px-0.5 transition-colors group-data-focus-visible:outline-2 group-data-focus-visible:outline-offset-2 group-data-focus-visible:outline-focus group-data-selected:bg-act">
        <span className="size-3.5 rounded-full bg-panel shadow-lift-1 transition-transform group-data-selected:translate-x-3 rtl:group-data-selected:-translate-x-3" />
      </span>
      {children}
    </AriaSwitch>
  )
}
