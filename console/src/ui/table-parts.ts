import type { ComponentProps, ComponentType, ReactNode } from 'react'
import { cx } from './cx'

export interface Column<Row, Sort extends string = string> {
  readonly id: string
  readonly head: string
  readonly cell: (row: Row) => ReactNode
  /** CSS width. The one column without it takes the rest. */
  readonly width?: string
  /** Numbers stand to the right, in either direction of reading, so that units line up. */
  readonly number?: boolean
  /** The head is for readers only: a column of menus. */
  readonly quietHead?: boolean
  /** Values of the sort parameter; the first is what the first press gives. */
  readonly sorts?: readonly [Sort, Sort]
  /** Shown from this width of the window on. */
  readonly from?: 'sm' | 'md' | 'lg'
}

export interface Sorting<Sort extends string = string> {
  readonly value: Sort
  readonly onChange: (value: Sort) => void
}

export interface Selection {
  readonly selected: ReadonlySet<string>
  readonly onChange: (selected: ReadonlySet<string>) => void
}

/** Draws the row itself, with what a table gives it: where rows can be dragged, say. */
export type RowShell<Row> = ComponentType<ComponentProps<'tr'> & { readonly row: Row }>

const hidden = { sm: 'max-sm:hidden', md: 'max-md:hidden', lg: 'max-lg:hidden' }

/** Classes that a column's head and cells share. */
export function columnLook(column: Pick<Column<never>, 'number' | 'from'>): string {
  return cx(
    'border-b px-0 align-middle last:pe-0',
    column.number ? 'tabular pe-5 text-right' : 'pe-4 text-start',
    column.from && hidden[column.from],
  )
}

/** The grounds of hover and selection reach 12 past the text, so that the text keeps the grid. */
export const bleed =
  'first:relative first:before:absolute first:before:inset-y-0 first:before:-start-3 first:before:w-3 ' +
  'last:relative last:before:absolute last:before:inset-y-0 last:before:-end-3 last:before:w-3'
