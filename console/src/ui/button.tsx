import type { ReactNode } from 'react'
import { Button as AriaButton } from 'react-aria-components/Button'
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
  /** Closes the enclosing dialog. */
  readonly slot?: 'close'
  readonly onPress?: () => void
  /** If the visible text is too short; contains it. */
  readonly 'aria-label'?: string
  readonly className?: string
}

export function Button(props: ButtonProps) {
  const { children, variant, size, icon, busy = false, disabled, className, onPress, ...rest } = props
  return (
    <AriaButton
      {...rest}
      {...(onPress && { onPress })}
      isDisabled={disabled ?? false}
      isPending={busy}
      className={cx(buttonLook(variant, size), className)}
    >
      <span className={cx('inline-flex items-center gap-2', busy && 'opacity-0')}>
        {icon}
        {children}
      </span>
      {busy && (
        <span className="absolute inset-0 grid place-items-center">
          <Spinner />
        </span>
      )}
    </AriaButton>
  )
}
