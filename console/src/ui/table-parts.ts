import type { ComponentProps, ComponentType, ReactNode } from 'react'
import { cx } from './cx'

export interface Column<Row, Sort extends string = string> {
  readonly id: string
  readonly head: string
  readonly cell: (row: Row) => ReactNode
  /** CSS width. The one column without it takes the rest. */
  readonly width?: string
  /** Aligned right in both reading directions, so that digits line up. */
  readonly number?: boolean
  /** The header is visible only to screen readers, as for a column of menus. */
  readonly quietHead?: boolean
  /** Values of the sort parameter; the first press selects the first one. */
  readonly sorts?: readonly [Sort, Sort]
  /** Shown from this breakpoint on. */
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

/** The row that is open in a drawer beside the table. */
export interface OpenRow {
  /** Empty if no row is open. */
  readonly key: string
  readonly onClose: () => void
}

/** Renders the row element, for example to make rows draggable. */
export type RowShell<Row> = ComponentType<ComponentProps<'tr'> & { readonly row: Row }>

const hidden = {
  sm: 'max-sm:hidden lg:group-data-beside/table:@max-[470px]:hidden',
  md: 'max-md:hidden',
  lg: 'max-lg:hidden',
}

/** Beside a drawer, a wide window has room for as many columns as a narrow one. */
export function columnsBeside<Row, Sort extends string>(columns: readonly Column<Row, Sort>[]) {
  return columns.filter(({ from }) => from === undefined || from === 'sm')
}

/** Class names that a column's header and cells share. */
export function columnLook(column: Pick<Column<never>, 'number' | 'from'>): string {
  return cx(
    'border-b px-0 align-middle last:pe-0',
    column.number ? 'tabular pe-5 text-right whitespace-nowrap' : 'pe-4 text-start',
    column.from && hidden[column.from],
  )
}

const bleedLook =
  'relative before:absolute before:inset-y-0 before:w-3 ' +
  'group-hover/row:before:bg-hover group-aria-selected/row:before:bg-select ' +
  'group-aria-selected/row:group-hover/row:before:bg-select ' +
  'group-aria-[current=true]/row:before:bg-select group-aria-[current=true]/row:group-hover/row:before:bg-select'

/**
 * Class names of a row's first and last cell: hover and selection backgrounds extend 12 px past the text, so that the
 * text stays on the grid. Other cells have none of these rules, which would lay out each cell again when it is selected.
 */
export const bleed = { start: `${bleedLook} before:-start-3`, end: `${bleedLook} before:-end-3` }
