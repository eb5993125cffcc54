import { lazy, type ReactNode, Suspense, useEffect, useId, useMemo, useRef } from 'react'
import { useTooltipTriggerState } from 'react-stately/useTooltipTriggerState'
import { isByKey } from './last-input'
import type { Side } from './tooltip-body'
import { type Trigger, TriggerFor } from './trigger'

const TooltipBody = lazy(async () => ({ default: (await import('./tooltip-body')).TooltipBody }))

const times = { delay: 400, closeDelay: 80 } as const

interface TooltipProps {
  /** A button of `ui/`, or a link with `useTrigger`. */
  readonly children: ReactNode
  readonly tip: ReactNode
  readonly side?: Side
  readonly disabled?: boolean
}

/** A tooltip, whose code loads when the first one is shown. */
export function Tooltip({ children, tip, side = 'top', disabled = false }: TooltipProps) {
  const state = useTooltipTriggerState(times)
  const ref = useRef<HTMLElement>(null)
  const id = useId()
  const isOpen = state.isOpen && !disabled
  const latest = useRef(state)
  latest.current = state
  const trigger = useMemo((): Trigger => {
    if (disabled) return { ref }
    const hide = () => latest.current.close(true)
    return {
      ref,
      ...(isOpen && { attributes: { 'aria-describedby': id } }),
      onPointerEnter: ({ pointerType }) => {
        if (pointerType !== 'touch' && !isByKey()) latest.current.open()
      },
      onPointerLeave: () => latest.current.close(),
      onPointerDown: hide,
      onKeyDown: hide,
      onFocus: () => {
        if (isByKey()) latest.current.open(true)
      },
      onBlur: hide,
    }
  }, [disabled, isOpen, id])
  useEffect(() => {
    if (!isOpen) return
    // Escape closes the tooltip only, and not the dialog around it.
    const closeByEscape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      event.stopPropagation()
      latest.current.close(true)
    }
    document.addEventListener('keydown', closeByEscape, true)
    return () => document.removeEventListener('keydown', closeByEscape, true)
  }, [isOpen])
  return (
    <>
      <TriggerFor trigger={trigger}>{children}</TriggerFor>
      {isOpen && (
        <Suspense>
          <TooltipBody id={id} state={state} triggerRef={ref} side={side}>
            {tip}
          </TooltipBody>
        </Suspense>
      )}
    </>
  )
}
