import type { ReactNode, RefObject } from 'react'
import { Popover as AriaPopover } from 'react-aria-components/Popover'
import { cx } from './cx'

export interface PopoverProps {
  readonly children: ReactNode
  /** Its accessible name, if the content has none. */
  readonly label?: string
  readonly placement?: 'bottom start' | 'bottom end' | 'top start' | 'top end' | 'end top'
  readonly offset?: number
  readonly className?: string
  /** Required outside of a select, which provides its own. */
  readonly triggerRef?: RefObject<Element | null>
  readonly isOpen?: boolean
  readonly onOpenChange?: (open: boolean) => void
}

/** The floating surface of menus, selects and filters. */
export function Popover({ children, label, placement = 'bottom start', className, ...rest }: PopoverProps) {
  return (
    <AriaPopover
      {...rest}
      {...(label !== undefined && { 'aria-label': label })}
      placement={placement}
      className={cx(
        'overflow-auto rounded-3 bg-panel shadow-lift-2 outline-none data-entering:animate-rise',
        className,
      )}
    >
      {children}
    </AriaPopover>
  )
}
