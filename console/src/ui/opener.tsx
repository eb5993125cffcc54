import { type KeyboardEvent, type ReactNode, type RefObject, Suspense, useRef, useState } from 'react'
import { TriggerFor } from './trigger'

/** The connection of a popover to its button. */
export interface Opened {
  readonly triggerRef: RefObject<HTMLElement | null>
  readonly close: () => void
  /** Opened by keyboard: move focus into the popover. */
  readonly byKey: boolean
}

interface OpenerProps {
  /** A button of `ui/`. */
  readonly trigger: ReactNode
  readonly opens: 'menu' | 'dialog'
  /** Called when a press is likely: preloads the content. */
  readonly onIntent: () => void
  /** The content while it is open. May be lazy, because it renders only then. */
  readonly children: (opened: Opened) => ReactNode
}

/** A button and the popover that it opens. */
export function Opener({ trigger, opens, onIntent, children }: OpenerProps) {
  const triggerRef = useRef<HTMLElement>(null)
  const [open, setOpen] = useState<'key' | 'pointer'>()
  const openByArrow = (event: KeyboardEvent) => {
    if (opens !== 'menu' || (event.key !== 'ArrowDown' && event.key !== 'ArrowUp')) return
    event.preventDefault()
    setOpen('key')
  }
  return (
    <>
      <TriggerFor
        trigger={{
          ref: triggerRef,
          attributes: { 'aria-haspopup': opens, 'aria-expanded': open !== undefined },
          onPress: (isByKey) => setOpen(isByKey ? 'key' : 'pointer'),
          onPointerEnter: onIntent,
          onFocus: onIntent,
          onKeyDown: openByArrow,
        }}
      >
        {trigger}
      </TriggerFor>
      {open && (
        <Suspense>
          {children({ triggerRef, close: () => setOpen(undefined), byKey: open === 'key' })}
        </Suspense>
      )}
    </>
  )
}
