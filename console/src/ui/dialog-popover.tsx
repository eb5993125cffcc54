import { type ReactNode, useContext } from 'react'
import { DialogTrigger, OverlayTriggerStateContext } from 'react-aria-components/Dialog'
import { Popover, type PopoverProps } from './popover'

export interface DialogPopoverProps extends Pick<PopoverProps, 'placement' | 'className'> {
  /** Also names the popover. */
  readonly trigger: ReactNode
  readonly children: ReactNode | ((close: () => void) => ReactNode)
}

/** A button with a popover of any content: filters, the environment switcher. The popover itself is the dialog. */
export function DialogPopover({ trigger, children, ...popover }: DialogPopoverProps) {
  return (
    <DialogTrigger>
      {trigger}
      <Popover {...popover}>
        <Content>{children}</Content>
      </Popover>
    </DialogTrigger>
  )
}

function Content({ children }: Pick<DialogPopoverProps, 'children'>) {
  const state = useContext(OverlayTriggerStateContext)
  return typeof children === 'function' ? children(() => state?.close()) : children
}
