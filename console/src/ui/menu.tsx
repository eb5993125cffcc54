import type { ReactNode } from 'react'
import { Menu as AriaMenu, MenuTrigger } from 'react-aria-components/Menu'
import { Popover, type PopoverProps } from './popover'

export interface MenuProps extends Pick<PopoverProps, 'placement'> {
  /** The button that opens it. */
  readonly trigger: ReactNode
  readonly label: string
  /** `MenuItem` and `MenuSection`. */
  readonly children: ReactNode
  readonly minWidth?: number
}

export function Menu({ trigger, label, children, placement = 'bottom end', minWidth = 180 }: MenuProps) {
  return (
    <MenuTrigger>
      {trigger}
      <Popover placement={placement} offset={6}>
        <AriaMenu aria-label={label} className="max-w-80 p-1.5 outline-none" style={{ minWidth }}>
          {children}
        </AriaMenu>
      </Popover>
    </MenuTrigger>
  )
}
