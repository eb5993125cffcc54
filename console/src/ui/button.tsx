import { type ReactNode, useEffect, useId, useRef } from 'react'
import { announce } from 'react-aria/private/live-announcer/LiveAnnouncer'
import { BareButton } from './bare-button'
import { type ButtonSize, type ButtonVariant, buttonLook } from './button-look'
import { cx } from './cx'
import { Spinner } from './spinner'

export interface ButtonProps {
  readonly children: ReactNode
  readonly variant?: ButtonVariant
  readonly size?: ButtonSize
  readonly icon?: ReactNode
  /** Shows progress: keeps the width and ignores presses. */
  readonly busy?: boolean
  readonly disabled?: boolean
  readonly autoFocus?: boolean
  readonly type?: 'button' | 'submit'
  readonly form?: string
  readonly onPress?: () => void
  /** If the visible text is too short; contains it. */
  readonly 'aria-label'?: string
  readonly className?: string
}

export function Button(props: ButtonProps) {
  const { children, variant, size, icon, busy = false, className, ...rest } = props
  const id = useId()
  const wasBusy = useRef(busy)
  useEffect(() => {
    const hasChanged = wasBusy.current !== busy
    wasBusy.current = busy
    if (hasChanged && document.activeElement?.id === id) announce({ 'aria-labelledby': id }, 'assertive')
  }, [busy, id])
  return (
    <BareButton {...rest} id={id} busy={busy} className={cx(buttonLook(variant, size), className)}>
      <span className={cx('inline-flex items-center gap-2', busy && 'opacity-0')}>
        {icon}
        {children}
      </span>
      {busy && (
        <span className="absolute inset-0 grid place-items-center">
          <Spinner />
        </span>
      )}
    </BareButton>
  )
}
