import {
  type ComponentProps,
  createContext,
  type MouseEvent,
  memo,
  type ReactNode,
  use,
  useLayoutEffect,
  useRef,
} from 'react'
import { useText } from '../lib/i18n'
import { Checkbox } from './checkbox'
import { cx } from './cx'
import { bleed, type Column, columnLook, type RowShell, type Selection } from './table-parts'

interface TableRowProps<Row> {
  readonly id: string
  readonly row: Row
  readonly name: string
  readonly columns: readonly Omit<Column<Row>, 'sorts'>[]
  readonly isSelectable: boolean
  readonly low: boolean
  readonly isOpen: boolean
  readonly focusable: boolean
  readonly onFocusRow: (id: string) => void
  readonly onOpen: (row: Row) => void
  readonly shell: RowShell<Row> | undefined
}

/** The selection of the table, which only the cells with checkboxes read. */
export const SelectionContext = createContext<Selection | undefined>(undefined)

/** Not rendered again when only other rows or the selection change. */
export const TableRow = memo(function TableRow<Row>(props: TableRowProps<Row>) {
  const {
    id,
    row,
    name,
    columns,
    low,
    isOpen,
    focusable,
    onFocusRow,
    onOpen,
    shell: Shell = PlainRow,
  } = props
  const height = low ? 'h-(--h-row-s) pointer-coarse:h-(--h-row)' : 'h-(--h-row)'
  return (
    <Shell
      row={row}
      data-key={id}
      tabIndex={focusable ? 0 : -1}
      aria-current={isOpen || undefined}
      onFocus={() => onFocusRow(id)}
      onClick={(event) => {
        if (!isOnControl(event)) onOpen(row)
      }}
      className="group/row scroll-mt-(--h-head) outline-offset-2 hover:bg-hover aria-selected:bg-select aria-[current=true]:bg-select"
    >
      {props.isSelectable && <SelectCell id={id} name={name} height={height} />}
      <Cells row={row} columns={columns} height={height} isStart={!props.isSelectable} />
    </Shell>
  )
}) as <Row>(props: TableRowProps<Row>) => ReactNode

interface SelectCellProps extends Pick<TableRowProps<never>, 'id' | 'name'> {
  readonly height: string
}

/** Marks its row as selected by itself, so that the row need not be rendered, which can be expensive. */
function SelectCell({ id, name, height }: SelectCellProps) {
  const t = useText()
  const selection = use(SelectionContext)
  const cell = useRef<HTMLTableCellElement>(null)
  const selected = selection?.selected.has(id) ?? false
  useLayoutEffect(() => {
    cell.current?.closest('tr')?.setAttribute('aria-selected', String(selected))
  }, [selected])
  return (
    <td ref={cell} className={cx(height, 'border-b border-rule', bleed.start)}>
      <Checkbox
        excludeFromTabOrder
        label={t('ui:selectRow', { name })}
        checked={selected}
        onChange={(checked) => selection?.onChange(withKey(selection.selected, id, checked))}
      />
    </td>
  )
}

interface CellsProps<Row> extends Pick<TableRowProps<Row>, 'row' | 'columns'> {
  readonly height: string
  /** The first cell of the row is one of these. */
  readonly isStart: boolean
}

/** Not rendered again while row and columns stay the same. */
const Cells = memo(function Cells<Row>({ row, columns, height, isStart }: CellsProps<Row>) {
  const last = columns.length - 1
  return columns.map((column, at) => (
    <td
      key={column.id}
      className={cx(
        height,
        'border-rule',
        columnLook(column),
        at === 0 && isStart && bleed.start,
        at === last && bleed.end,
      )}
    >
      {column.cell(row)}
    </td>
  ))
}) as <Row>(props: CellsProps<Row>) => ReactNode

function PlainRow<Row>({ row: _, ...rest }: ComponentProps<'tr'> & { readonly row: Row }) {
  return <tr {...rest} />
}

/** A copy of the set with the key added or removed. */
export function withKey(selected: ReadonlySet<string>, key: string, into: boolean): ReadonlySet<string> {
  const next = new Set(selected)
  if (into) next.add(key)
  else next.delete(key)
  return next
}

function isOnControl(event: MouseEvent): boolean {
  const { target } = event
  return target instanceof Element && target.closest('a, button, input, label, [role=menu]') !== null
}
