import type { ReactNode, RefObject } from 'react'
import { Tooltip, TooltipTriggerStateContext } from 'react-aria-components/Tooltip'
import type { TooltipTriggerState } from 'react-stately/useTooltipTriggerState'

export type Side = 'top' | 'bottom' | 'start' | 'end'

interface TooltipBodyProps {
  readonly id?: string | undefined
  readonly state: TooltipTriggerState
  readonly triggerRef: RefObject<HTMLElement | null>
  readonly side: Side
  readonly children: ReactNode
}

/** An open tooltip. */
export function TooltipBody({ state, side, id, triggerRef, children }: TooltipBodyProps) {
  return (
    <TooltipTriggerStateContext value={state}>
      <Tooltip
        {...(id !== undefined && { id })}
        triggerRef={triggerRef}
        placement={side}
        offset={6}
        className="max-w-64 rounded-2 bg-ink px-2 py-1 text-12 text-paper shadow-lift-2 data-entering:animate-fade"
      >
        {children}
      </Tooltip>
    </TooltipTriggerStateContext>
  )
}
