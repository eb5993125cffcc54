import { createLink } from '@tanstack/react-router'
import type { AnchorHTMLAttributes, ReactNode, Ref } from 'react'

/** A row of links that change what is below. The tab is part of the address. */
export function Tabs({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <nav
      aria-label={label}
      className="flex h-10 items-stretch gap-5 overflow-x-auto border-b border-rule-2 [scrollbar-width:none]"
    >
      {children}
    </nav>
  )
}

interface Props extends AnchorHTMLAttributes<HTMLAnchorElement> {
  /** Shown small after the name. */
  readonly count?: string
  readonly ref?: Ref<HTMLAnchorElement>
}

/** Current where its link is active; give `activeOptions` when one address begins another's. */
export const Tab = createLink(function Tab({ count, children, ...rest }: Props) {
  return (
    <a
      {...rest}
      className="relative -mb-px flex shrink-0 items-center gap-1.5 text-13 text-ink-2 transition-colors -outline-offset-2 after:absolute after:inset-x-0 after:bottom-0 after:h-0.5 hover:text-ink data-[status=active]:font-head data-[status=active]:text-ink data-[status=active]:after:bg-ink"
    >
      {children}
      {count !== undefined && <span className="tabular text-11 font-body text-ink-3">{count}</span>}
    </a>
  )
})
