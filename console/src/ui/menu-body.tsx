import type { ReactNode } from 'react'
import { Header, Menu, MenuItem, MenuSection } from 'react-aria-components/Menu'
import { MenuKit } from './menu-kit'
import type { Opened } from './opener'
import { Popover, type PopoverProps } from './popover'

export interface MenuProps extends Pick<PopoverProps, 'placement'> {
  /** The button that opens the menu. */
  readonly trigger: ReactNode
  readonly label: string
  /** `MenuItem` and `MenuSection`. */
  readonly children: ReactNode
}

interface MenuBodyProps extends Opened, Omit<MenuProps, 'trigger'> {}

const kit = { Item: MenuItem, Section: MenuSection, Head: Header }

/** An open menu. */
export function MenuBody({ triggerRef, close, byKey, label, children, placement }: MenuBodyProps) {
  return (
    <Popover
      isOpen
      onOpenChange={close}
      triggerRef={triggerRef}
      offset={6}
      label={label}
      {...(placement && { placement })}
      className="max-w-80 min-w-[max(180px,var(--trigger-width))]"
    >
      <MenuKit value={kit}>
        <Menu
          autoFocus={byKey ? 'first' : true}
          aria-label={label}
          onClose={close}
          className="p-1.5 outline-none"
        >
          {children}
        </Menu>
      </MenuKit>
    </Popover>
  )
}
