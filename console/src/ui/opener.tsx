import { type KeyboardEvent, type ReactNode, type RefObject, Suspense, useRef, useState } from 'react'
import { ButtonContext } from 'react-aria-components/Button'

/** What a popover that hangs on a button needs to know. */
export interface Opened {
  readonly triggerRef: RefObject<HTMLButtonElement | null>
  readonly close: () => void
  /** Opened without a pointer: something inside wants the focus at once. */
  readonly byKey: boolean
}

interface OpenerProps {
  /** A button of `ui/`. */
  readonly trigger: ReactNode
  readonly opens: 'menu' | 'dialog'
  /** Called when a press is to be expected: fetches what the press will show. */
  readonly onIntent: () => void
  /** What is shown while it is open. Its code may be lazy: none of it is needed before. */
  readonly children: (opened: Opened) => ReactNode
}

/** A button, and what opens from it. */
export function Opener({ trigger, opens, onIntent, children }: OpenerProps) {
  const triggerRef = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState<'key' | 'pointer'>()
  const openByArrow = (event: KeyboardEvent) => {
    if (opens !== 'menu' || (event.key !== 'ArrowDown' && event.key !== 'ArrowUp')) return
    event.preventDefault()
    setOpen('key')
  }
  return (
    <>
      <ButtonContext
        value={{
          ref: triggerRef,
          'aria-haspopup': opens,
          'aria-expanded': open !== undefined,
          onPress: ({ pointerType }) =>
            setOpen(pointerType === 'keyboard' || pointerType === 'virtual' ? 'key' : 'pointer'),
          onHoverStart: onIntent,
          onFocus: onIntent,
          onKeyDown: openByArrow,
        }}
      >
        {trigger}
      </ButtonContext>
      {open && (
        <Suspense>
          {children({ triggerRef, close: () => setOpen(undefined), byKey: open === 'key' })}
        </Suspense>
      )}
    </>
  )
}
