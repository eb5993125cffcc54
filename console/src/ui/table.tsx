import { useStable } from '../lib/hooks/use-stable'
import { useText } from '../lib/i18n'
import { below, useMedia } from '../lib/media'
import { cx } from './cx'
import { Progress } from './progress'
import { TableHead } from './table-head'
import {
  type Column,
  columnsBeside,
  type OpenRow,
  type RowShell,
  type Selection,
  type Sorting,
} from './table-parts'
import { SelectionContext, TableRow } from './table-row'
import { TableSkeleton } from './table-skeleton'
import { useRowKeys } from './use-row-keys'

export interface TableProps<Row, Sort extends string> {
  readonly label: string
  readonly columns: readonly Column<Row, Sort>[]
  /** Undefined while the first page is loading. */
  readonly rows: readonly Row[] | undefined
  readonly rowKey: (row: Row) => string
  /** The name of a row, for the label of its checkbox. */
  readonly rowName: (row: Row) => string
  /** Called on press and Enter. The title should also be a link. */
  readonly onOpen?: (row: Row) => void
  /** The row in the drawer beside the table. Arrow keys in the table open the next one, Escape closes it. */
  readonly open?: OpenRow
  readonly sorting?: Sorting<Sort>
  readonly selection?: Selection
  /** Newer rows are loading: the current ones stay, with a progress line. */
  readonly busy?: boolean
  /** Rows of 40 px without thumbnails, instead of 50 px. */
  readonly low?: boolean
  readonly skeletonRows?: number
  readonly rowShell?: RowShell<Row>
}

/** ARIA grid pattern (https://www.w3.org/WAI/ARIA/apg/patterns/grid/) on a native table; rows take focus. */
const gridRole = (selectable: boolean) => ({ role: 'grid', 'aria-multiselectable': selectable }) as const

/** A table for lists that the server pages, sorts and filters. Arrow keys move by row, Space selects, Enter opens. */
export function Table<Row, Sort extends string = never>(props: TableProps<Row, Sort>) {
  const { label, rows, rowKey, rowName, onOpen, open, sorting, selection, busy, low = false } = props
  const t = useText()
  const openRow = useStable((row: Row) => onOpen?.(row))
  const isBeside = Boolean(open?.key)
  const isWide = !useMedia(below.lg)
  const columns = isBeside && isWide ? columnsBeside(props.columns) : props.columns
  const keys = rows?.map(rowKey) ?? []
  const openKey = (key: string) => {
    const row = rows?.find((one) => rowKey(one) === key)
    if (row) onOpen?.(row)
  }
  const moves = useRowKeys(keys, selection, openKey, open)
  return (
    <div className={cx('group/table relative', open && '@container')} data-beside={isBeside ? '' : undefined}>
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
            <SelectionContext value={selection}>
              {rows.map((row) => (
                <TableRow
                  key={rowKey(row)}
                  id={rowKey(row)}
                  row={row}
                  name={rowName(row)}
                  columns={columns}
                  isSelectable={selection !== undefined}
                  low={low}
                  isOpen={open !== undefined && rowKey(row) === open.key}
                  focusable={moves.current === rowKey(row)}
                  onFocusRow={moves.setCurrent}
                  onOpen={openRow}
                  shell={props.rowShell}
                />
              ))}
            </SelectionContext>
          </tbody>
        )}
      </table>
    </div>
  )
}
