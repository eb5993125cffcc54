import { lazy, type ReactNode, Suspense, useRef } from 'react'
import { FocusableProvider } from 'react-aria/private/interactions/useFocusable'
import { useTooltipTrigger } from 'react-aria/useTooltipTrigger'
import { useTooltipTriggerState } from 'react-stately/useTooltipTriggerState'
import type { Side } from './tooltip-body'

const TooltipBody = lazy(async () => ({ default: (await import('./tooltip-body')).TooltipBody }))

interface TooltipProps {
  /** A focusable component of `ui/`. */
  readonly children: ReactNode
  readonly tip: ReactNode
  readonly side?: Side
  readonly disabled?: boolean
}

/** A tooltip, whose code loads when the first one is shown. */
export function Tooltip({ children, tip, side = 'top', disabled = false }: TooltipProps) {
  const trigger = { delay: 400, closeDelay: 80, isDisabled: disabled }
  const state = useTooltipTriggerState(trigger)
  const ref = useRef<HTMLElement>(null)
  const { triggerProps, tooltipProps } = useTooltipTrigger(trigger, state, ref)
  return (
    <>
      <FocusableProvider {...triggerProps} ref={ref}>
        {children}
      </FocusableProvider>
      {state.isOpen && (
        <Suspense>
          <TooltipBody {...tooltipProps} state={state} triggerRef={ref} side={side}>
            {tip}
          </TooltipBody>
        </Suspense>
      )}
    </>
  )
}
