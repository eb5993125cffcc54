import { createLink, useRouterState } from '@tanstack/react-router'
import { type AnchorHTMLAttributes, type ReactNode, type Ref, useEffect, useRef } from 'react'
import { cx } from './cx'

/** Tabs of screens with their own addresses. On a narrow window they scroll, and the current one stays visible. */
export function TabLinks({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  const strip = useRef<HTMLElement>(null)
  const href = useRouterState({ select: ({ location }) => location.href })
  // biome-ignore lint/correctness/useExhaustiveDependencies: another address has another current tab
  useEffect(() => showCurrent(strip.current), [href])
  return (
    <nav
      ref={strip}
      aria-label={label}
      className="mt-2 flex h-10 gap-5 overflow-x-auto border-b border-rule-2"
    >
      {children}
    </nav>
  )
}

/** Scrolls only the strip; `scrollIntoView` would also scroll the page. */
function showCurrent(strip: HTMLElement | null): void {
  const tab = strip?.querySelector('[aria-current=page]')?.getBoundingClientRect()
  if (!strip || !tab) return
  const { left, right } = strip.getBoundingClientRect()
  strip.scrollLeft += Math.max(0, tab.right - right) + Math.min(0, tab.left - left)
}

interface Props extends AnchorHTMLAttributes<HTMLAnchorElement> {
  readonly ref?: Ref<HTMLAnchorElement>
}

export const TabLink = createLink(function TabLink({ className, children, ...rest }: Props) {
  return (
    <a
      {...rest}
      className={cx(
        'flex shrink-0 items-center rounded-1 border-b-2 border-transparent pt-0.5 text-13 text-ink-2 -outline-offset-2',
        'hover:text-ink aria-[current=page]:border-ink aria-[current=page]:font-head aria-[current=page]:text-ink',
        className,
      )}
    >
      {children}
    </a>
  )
})
