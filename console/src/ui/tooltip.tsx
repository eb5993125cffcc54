import type { ReactNode } from 'react'
import { Tooltip as AriaTooltip, TooltipTrigger } from 'react-aria-components/Tooltip'

export type Side = 'top' | 'bottom' | 'start' | 'end'

interface TooltipProps {
  /** A focusable component of `ui/`. */
  readonly children: ReactNode
  readonly tip: ReactNode
  readonly side?: Side
  readonly disabled?: boolean
}

export function Tooltip({ children, tip, side = 'top', disabled = false }: TooltipProps) {
  return (
    <TooltipTrigger delay={400} closeDelay={80} isDisabled={disabled}>
      {children}
      <AriaTooltip
        placement={side}
        offset={6}
        className="max-w-64 rounded-2 bg-ink px-2 py-1 text-12 text-paper shadow-lift-2 data-entering:animate-fade"
      >
        {tip}
      </AriaTooltip>
    </TooltipTrigger>
  )
}
