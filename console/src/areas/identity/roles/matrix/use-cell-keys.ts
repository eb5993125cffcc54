import { type KeyboardEvent, useState } from 'react'

const steps: Readonly<Record<string, readonly [rows: number, columns: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
}

/**
 * Keyboard navigation of a matrix: one visible cell is in the tab order, arrow keys move to the next cell, Home and End
 * move to the ends of the row.
 */
export function useCellKeys(shown: readonly string[]) {
  const [last, setCurrent] = useState<string>()
  const current = last !== undefined && shown.includes(last) ? last : shown[0]
  const onKeyDown = (event: KeyboardEvent<HTMLTableElement>) => {
    const cell = event.target instanceof Element ? event.target.closest('td') : null
    if (!cell || !(event.target instanceof HTMLInputElement)) return
    const next = cellFrom(cell, event.key)
    if (!next) return
    event.preventDefault()
    next.focus()
  }
  return { current, setCurrent, onKeyDown }
}

function cellFrom(cell: HTMLTableCellElement, key: string): HTMLInputElement | null {
  const row = cell.closest('tr')
  if (!row) return null
  if (key === 'Home') return row.querySelector('input')
  if (key === 'End') return [...row.querySelectorAll('input')].at(-1) ?? null
  const step = steps[key]
  if (!step) return null
  const [rows, columns] = step
  if (columns !== 0) {
    const forward = getComputedStyle(cell).direction === 'rtl' ? -columns : columns
    for (let at = cell.cellIndex + forward; row.cells[at] !== undefined; at += forward) {
      const found = inputIn(row.cells[at])
      if (found) return found
    }
    return null
  }
  const all = [...(row.closest('table')?.rows ?? [])]
  for (let at = all.indexOf(row) + rows; all[at] !== undefined; at += rows) {
    const found = inputIn(all[at]?.cells[cell.cellIndex])
    if (found) return found
  }
  return null
}

function inputIn(cell: HTMLTableCellElement | undefined): HTMLInputElement | null {
  return cell?.querySelector('input') ?? null
}
