import {
  type AriaAttributes,
  createContext,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  type RefObject,
  useCallback,
  useContext,
  useMemo,
} from 'react'

/** Ref and attributes that a popover or tooltip adds to the button or link inside it. */
export interface Trigger {
  readonly ref: RefObject<HTMLElement | null>
  readonly attributes?: Pick<AriaAttributes, 'aria-describedby' | 'aria-expanded' | 'aria-haspopup'>
  readonly onPress?: (isByKey: boolean) => void
  readonly onPointerEnter?: (event: PointerEvent) => void
  readonly onPointerLeave?: () => void
  readonly onPointerDown?: () => void
  readonly onFocus?: () => void
  readonly onBlur?: () => void
  readonly onKeyDown?: (event: KeyboardEvent) => void
}

const Triggers = createContext<readonly Trigger[]>([])

export function TriggerFor({
  trigger,
  children,
}: {
  readonly trigger: Trigger
  readonly children: ReactNode
}) {
  const outer = useContext(Triggers)
  const all = useMemo(() => [...outer, trigger], [outer, trigger])
  return <Triggers value={all}>{children}</Triggers>
}

/** The attributes of a button or link that may be in a popover's trigger and in a tooltip. */
export function useTrigger() {
  const triggers = useContext(Triggers)
  const ref = useCallback(
    (element: HTMLElement | null) => {
      for (const trigger of triggers) trigger.ref.current = element
    },
    [triggers],
  )
  const attributes: NonNullable<Trigger['attributes']> = Object.assign(
    {},
    ...triggers.map((one) => one.attributes),
  )
  const props = {
    ...attributes,
    ref,
    onPointerEnter: (event: PointerEvent) => {
      for (const trigger of triggers) trigger.onPointerEnter?.(event)
    },
    onPointerLeave: () => {
      for (const trigger of triggers) trigger.onPointerLeave?.()
    },
    onPointerDown: () => {
      for (const trigger of triggers) trigger.onPointerDown?.()
    },
    onFocus: () => {
      for (const trigger of triggers) trigger.onFocus?.()
    },
    onBlur: () => {
      for (const trigger of triggers) trigger.onBlur?.()
    },
    onKeyDown: (event: KeyboardEvent) => {
      for (const trigger of triggers) trigger.onKeyDown?.(event)
    },
  }
  const press = (isByKey: boolean) => {
    for (const trigger of triggers) trigger.onPress?.(isByKey)
  }
  return { props, press }
}
