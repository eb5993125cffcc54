import { createLink } from '@tanstack/react-router'
import type { AnchorHTMLAttributes, ReactNode, Ref } from 'react'
import { type ButtonSize, type ButtonVariant, buttonLook } from './button-look'
import { cx } from './cx'

interface Props extends AnchorHTMLAttributes<HTMLAnchorElement> {
  readonly variant?: ButtonVariant
  readonly size?: ButtonSize
  readonly icon?: ReactNode
  readonly ref?: Ref<HTMLAnchorElement>
}

/** A router link that looks like a button. */
export const LinkButton = createLink(function LinkButton(props: Props) {
  const { variant, size, icon, className, children, ...rest } = props
  return (
    <a {...rest} className={cx(buttonLook(variant, size), className)}>
      {icon}
      {children}
    </a>
  )
})
