import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import type { OpenRow, Selection } from './table-parts'
import { withKey } from './table-row'

/**
 * Keyboard navigation of table rows. One row is in the tab order; arrow keys, Home and End move it, Shift with an arrow
 * key extends the selection, Space selects, Ctrl or ⌘ A selects all, Escape clears, Enter opens. While a row is open
 * beside the table, moving opens the next row and Escape closes it.
 */
export function useRowKeys(
  keys: readonly string[],
  selection: Selection | undefined,
  open: (key: string) => void,
  opened: OpenRow | undefined,
) {
  const body = useRef<HTMLTableSectionElement>(null)
  const [last, setLast] = useState<string>()
  const openedKey = opened?.key ?? ''
  const [lastOpened, setLastOpened] = useState('')
  if (openedKey !== lastOpened) {
    setLastOpened(openedKey)
    if (openedKey !== '') setLast(openedKey)
  }
  useEffect(() => {
    if (openedKey !== '') rowOf(body.current, openedKey)?.scrollIntoView({ block: 'nearest' })
  }, [openedKey])
  const current = last !== undefined && keys.includes(last) ? last : keys[0]

  const moveTo = (index: number, select: boolean) => {
    const key = keys[Math.max(0, Math.min(keys.length - 1, index))]
    if (key === undefined) return
    setLast(key)
    if (select) selection?.onChange(withKey(selection.selected, key, true))
    rowOf(body.current, key)?.focus()
    if (openedKey !== '') open(key)
  }

  const onKeyDown = (event: KeyboardEvent) => {
    const row = event.target
    if (!(row instanceof HTMLTableRowElement) || current === undefined) return
    const at = keys.indexOf(current)
    const all = event.ctrlKey || event.metaKey
    const actions = new Map<string, () => void>([
      ['ArrowDown', () => moveTo(at + 1, event.shiftKey)],
      ['ArrowUp', () => moveTo(at - 1, event.shiftKey)],
      ['Home', () => moveTo(0, false)],
      ['End', () => moveTo(keys.length - 1, false)],
      ['Enter', () => open(current)],
    ])
    if (opened && openedKey !== '') actions.set('Escape', opened.onClose)
    if (selection) {
      const { selected, onChange } = selection
      actions.set(' ', () => onChange(withKey(selected, current, !selected.has(current))))
      if (selected.size > 0) actions.set('Escape', () => onChange(new Set()))
      if (all) actions.set('a', () => onChange(new Set(keys)))
    }
    const run = actions.get(event.key)
    if (!run) return
    event.preventDefault()
    run()
  }

  return { body, current, setCurrent: setLast, onKeyDown }
}

function rowOf(body: HTMLElement | null, key: string): HTMLElement | null | undefined {
  return body?.querySelector<HTMLElement>(`tr[data-key="${CSS.escape(key)}"]`)
}
