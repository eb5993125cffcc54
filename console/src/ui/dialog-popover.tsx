import { lazy, type ReactNode, Suspense } from 'react'
import { Opener } from './opener'
import type { PopoverProps } from './popover'

interface DialogPopoverProps extends Pick<PopoverProps, 'placement' | 'className'> {
  readonly trigger: ReactNode
  readonly label: string
  readonly children: ReactNode | ((close: () => void) => ReactNode)
  /** Fetches what the popover will show, where that is lazy too. */
  readonly onIntent?: () => void
}

const loadPopover = () => import('./popover')
const Popover = lazy(async () => ({ default: (await loadPopover()).Popover }))

/** A button with a popover of any content: filters, the environment switcher. The popover itself is the dialog. */
export function DialogPopover({ trigger, label, children, onIntent, ...popover }: DialogPopoverProps) {
  const prepare = () => {
    void loadPopover()
    onIntent?.()
  }
  return (
    <Opener trigger={trigger} opens="dialog" onIntent={prepare}>
      {({ triggerRef, close }) => (
        <Popover {...popover} isOpen onOpenChange={close} triggerRef={triggerRef} label={label}>
          <Suspense>{typeof children === 'function' ? children(close) : children}</Suspense>
        </Popover>
      )}
    </Opener>
  )
}
