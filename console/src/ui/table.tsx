import { useText } from '../lib/i18n'
import { Progress } from './progress'
import { TableHead } from './table-head'
import type { Column, RowShell, Selection, Sorting } from './table-parts'
import { TableRow } from './table-row'
import { TableSkeleton } from './table-skeleton'
import { useRowKeys } from './use-row-keys'

interface TableProps<Row, Sort extends string> {
  readonly label: string
  readonly columns: readonly Column<Row, Sort>[]
  /** Undefined while the first page is on its way. */
  readonly rows: readonly Row[] | undefined
  readonly rowKey: (row: Row) => string
  /** What a row is called, for the name of its checkbox. */
  readonly rowName: (row: Row) => string
  /** A press on the row or Enter. Give the title a link as well. */
  readonly onOpen?: (row: Row) => void
  readonly sorting?: Sorting<Sort>
  readonly selection?: Selection
  /** Newer rows are on their way: these stay, under a thin line. */
  readonly busy?: boolean
  /** Rows of 40 without pictures, or of 50. */
  readonly low?: boolean
  readonly skeletonRows?: number
  readonly rowShell?: RowShell<Row>
}

/** The pattern of a data grid (ARIA APG) on the table's own elements: rows take the focus. */
const gridRole = (selectable: boolean) => ({ role: 'grid', 'aria-multiselectable': selectable }) as const

/** The furniture of lists that the server pages, sorts and filters. Arrows move by row, Space selects, Enter opens. */
export function Table<Row, Sort extends string = never>(props: TableProps<Row, Sort>) {
  const { label, columns, rows, rowKey, rowName, onOpen, sorting, selection, busy, low = false } = props
  const t = useText()
  const keys = rows?.map(rowKey) ?? []
  const moves = useRowKeys(keys, selection, (key) => {
    const row = rows?.find((one) => rowKey(one) === key)
    if (row) onOpen?.(row)
  })
  return (
    <div className="relative">
      {busy && (
        <div className="absolute inset-x-0 top-(--h-head) z-[2]">
          <Progress label={t('ui:working')} value={undefined} />
        </div>
      )}
      <table
        {...gridRole(selection !== undefined)}
        aria-label={label}
        aria-busy={rows === undefined}
        className="w-full table-fixed border-separate border-spacing-0"
      >
        <TableHead columns={columns} keys={keys} sorting={sorting} selection={selection} />
        {rows === undefined ? (
          <TableSkeleton
            columns={columns}
            selectable={selection !== undefined}
            low={low}
            rows={props.skeletonRows}
          />
        ) : (
          <tbody ref={moves.body} onKeyDown={moves.onKeyDown}>
            {rows.map((row) => (
              <TableRow
                key={rowKey(row)}
                id={rowKey(row)}
                row={row}
                name={rowName(row)}
                columns={columns}
                selection={selection}
                low={low}
                focusable={moves.current === rowKey(row)}
                onFocus={() => moves.setCurrent(rowKey(row))}
                onOpen={onOpen}
                shell={props.rowShell}
              />
            ))}
          </tbody>
        )}
      </table>
    </div>
  )
}
