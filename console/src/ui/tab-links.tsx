import { createLink } from '@tanstack/react-router'
import { type AnchorHTMLAttributes, type ReactNode, type Ref, useEffect, useRef } from 'react'
import { cx } from './cx'

/** Tabs of screens with their own addresses. On a narrow window they scroll, and the current one stays visible. */
export function TabLinks({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <nav
      data-tab-links
      aria-label={label}
      className="mt-2 flex h-10 gap-5 overflow-x-auto border-b border-rule-2"
    >
      {children}
    </nav>
  )
}

interface Props extends AnchorHTMLAttributes<HTMLAnchorElement> {
  readonly ref?: Ref<HTMLAnchorElement>
  /** Overrides the router. The first tab has no `tab` in its address, so the router marks it on every tab. */
  readonly current?: boolean
}

export const TabLink = createLink(function TabLink({ className, children, current, ...rest }: Props) {
  const content = useRef<HTMLSpanElement>(null)
  const isCurrent = current ?? rest['aria-current'] === 'page'
  useEffect(() => {
    if (!isCurrent) return
    const show = () => scrollStripTo(content.current?.parentElement)
    show()
    addEventListener('resize', show)
    return () => removeEventListener('resize', show)
  }, [isCurrent])
  return (
    <a
      {...rest}
      aria-current={isCurrent ? 'page' : undefined}
      className={cx(
        'flex shrink-0 items-center rounded-1 border-b-2 border-transparent pt-0.5 text-13 text-ink-2 -outline-offset-2',
        'hover:text-ink aria-[current=page]:border-ink aria-[current=page]:font-head aria-[current=page]:text-ink',
        className,
      )}
    >
      <span ref={content} className="contents">
        {children}
      </span>
    </a>
  )
})

/** Scrolls only the strip; `scrollIntoView` would also scroll the page. */
function scrollStripTo(tab: HTMLElement | null | undefined): void {
  const strip = tab?.parentElement
  if (!tab || !strip) return
  const [shown, outer] = [tab.getBoundingClientRect(), strip.getBoundingClientRect()]
  strip.scrollLeft += Math.max(0, shown.right - outer.right) + Math.min(0, shown.left - outer.left)
}
