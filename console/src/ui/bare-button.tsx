import { type KeyboardEvent, type MouseEvent, type ReactNode, type SyntheticEvent, useId } from 'react'
import { useTrigger } from './trigger'
import { useAutoFocus } from './use-auto-focus'

interface BareButtonProps {
  readonly children: ReactNode
  readonly className?: string
  readonly id?: string
  readonly type?: 'button' | 'submit'
  readonly form?: string | undefined
  readonly disabled?: boolean
  /** Ignores presses, but stays focused. */
  readonly busy?: boolean
  readonly autoFocus?: boolean
  readonly onPress?: (() => void) | undefined
  readonly 'aria-label'?: string | undefined
}

/** An unstyled button. Native: every screen has buttons at once, and a library for them would be loaded first. */
export function BareButton(props: BareButtonProps) {
  const ownId = useId()
  const {
    id = ownId,
    type = 'button',
    disabled = false,
    busy = false,
    autoFocus = false,
    onPress,
    ...rest
  } = props
  const trigger = useTrigger()
  useAutoFocus(autoFocus, () => document.getElementById(id))
  const pressed = (event: MouseEvent<HTMLButtonElement>) => {
    event.stopPropagation()
    if (busy) return
    // Enter in a field presses the button of its form, too.
    const isByPointer = event.detail > 0
    // Safari does not focus what is pressed, and popovers return the focus to the element that had it.
    if (isByPointer) event.currentTarget.focus({ preventScroll: true })
    trigger.press(!isByPointer)
    onPress?.()
  }
  return (
    <button
      {...rest}
      {...trigger.props}
      id={id}
      // While busy, Enter in a field does not submit its form again.
      type={busy ? 'button' : type}
      disabled={disabled}
      aria-disabled={busy || undefined}
      data-disabled={disabled || undefined}
      onClick={pressed}
      onPointerDown={(event) => {
        stop(event)
        trigger.props.onPointerDown()
      }}
      onMouseDown={stop}
      onKeyDown={(event) => {
        if (isPress(event)) stop(event)
        trigger.props.onKeyDown(event)
      }}
    />
  )
}

/** A press on a button in a row, a card or another drop target is not one on that. */
function stop(event: SyntheticEvent): void {
  event.stopPropagation()
}

function isPress({ key }: KeyboardEvent): boolean {
  return key === 'Enter' || key === ' '
}
