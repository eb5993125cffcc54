import type { ReactNode } from 'react'
import { Dialog, DialogTrigger } from 'react-aria-components/Dialog'
import { Popover, type PopoverProps } from './popover'

export interface DialogPopoverProps extends Pick<PopoverProps, 'placement' | 'className'> {
  readonly trigger: ReactNode
  readonly label: string
  readonly children: ReactNode | ((close: () => void) => ReactNode)
  readonly isOpen?: boolean
  readonly onOpenChange?: (open: boolean) => void
}

/** A button with a popover of any content: filters, the environment switcher. */
export function DialogPopover(props: DialogPopoverProps) {
  const { trigger, label, children, isOpen, onOpenChange, ...popover } = props
  return (
    <DialogTrigger {...(isOpen !== undefined && { isOpen })} {...(onOpenChange && { onOpenChange })}>
      {trigger}
      <Popover {...popover}>
        <Dialog aria-label={label} className="outline-none">
          {({ close }) => (typeof children === 'function' ? children(close) : children)}
        </Dialog>
      </Popover>
    </DialogTrigger>
  )
}
