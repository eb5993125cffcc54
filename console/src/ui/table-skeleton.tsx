import { cx } from './cx'
import { Skeleton } from './skeleton'
import { type Column, columnLook } from './table-parts'

interface TableSkeletonProps<Row> {
  readonly columns: readonly Omit<Column<Row>, 'sorts'>[]
  readonly selectable: boolean
  readonly low: boolean
  readonly rows: number | undefined
}

/** Varied widths of the placeholder bars. */
const shares = ['46%', '62%', '38%', '54%', '70%']

/** Placeholder rows with the table's columns. */
export function TableSkeleton<Row>({ columns, selectable, low, rows = 8 }: TableSkeletonProps<Row>) {
  const height = low ? 'h-(--h-row-s)' : 'h-(--h-row)'
  return (
    <tbody aria-hidden>
      {[...Array(rows).keys()].map((row) => (
        <tr key={row}>
          {selectable && <td className={cx(height, 'border-b border-rule')} />}
          {columns.map((column, at) => (
            <td key={column.id} className={cx(height, columnLook(column), 'border-rule')}>
              <span
                className="block"
                style={{ width: column.width === undefined ? shares[(row + at) % shares.length] : '64%' }}
              >
                {!column.quietHead && <Skeleton className="h-2 w-full" />}
              </span>
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  )
}
