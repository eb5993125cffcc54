import { type KeyboardEvent, useRef } from 'react'

/** Keys that walk through cards in a grid: arrows, Home and End move the focus between the links of their moments.
 * Enter follows one. */
export function useCardKeys() {
  const list = useRef<HTMLUListElement>(null)
  const links = () => [...(list.current?.querySelectorAll<HTMLAnchorElement>('li a[data-moment]') ?? [])]
  const onKeyDown = (event: KeyboardEvent<HTMLAnchorElement>) => {
    const all = links()
    const at = all.indexOf(event.currentTarget)
    const forward = getComputedStyle(event.currentTarget).direction === 'rtl' ? -1 : 1
    const steps: Readonly<Record<string, number>> = {
      ArrowRight: at + forward,
      ArrowLeft: at - forward,
      ArrowDown: at + columnsOf(all),
      ArrowUp: at - columnsOf(all),
      Home: 0,
      End: all.length - 1,
    }
    const next = all[steps[event.key] ?? -1]
    if (next === undefined) return
    event.preventDefault()
    next.focus()
  }
  return { list, onKeyDown, focusFirst: () => links()[0]?.focus() }
}

/** The number of cards in the first row. */
function columnsOf(links: readonly HTMLElement[]): number {
  const tops = links.map((link) => Math.round(link.closest('li')?.getBoundingClientRect().top ?? 0))
  return Math.max(1, tops.filter((top) => top === tops[0]).length)
}
