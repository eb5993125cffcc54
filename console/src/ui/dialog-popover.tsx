import { lazy, type ReactNode, Suspense } from 'react'
import { Opener } from './opener'
import type { PopoverProps } from './popover'

interface DialogPopoverProps extends Pick<PopoverProps, 'placement' | 'className'> {
  readonly trigger: ReactNode
  readonly label: string
  readonly children: ReactNode | ((close: () => void) => ReactNode)
  /** Preloads the lazy content of the popover. */
  readonly onIntent?: () => void
}

const loadPopover = () => import('./popover')
const Popover = lazy(async () => ({ default: (await loadPopover()).Popover }))

/** A button that opens a popover with any content, such as filters. The popover is a dialog. */
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
