import { createLink } from '@tanstack/react-router'
import type { AnchorHTMLAttributes, Ref } from 'react'
import { cx } from './cx'

interface Props extends AnchorHTMLAttributes<HTMLAnchorElement> {
  readonly ref?: Ref<HTMLAnchorElement>
}

/** A link in text, with a hit area at least 24 px high (WCAG 2.2, 2.5.8). */
export const TextLink = createLink(function TextLink({ className, children, ...rest }: Props) {
  return (
    <a
      {...rest}
      className={cx(
        'relative rounded-1 font-mid text-act-text underline-offset-2 hover:underline',
        'after:absolute after:inset-x-0 after:-inset-y-1',
        className,
      )}
    >
      {children}
    </a>
  )
})
