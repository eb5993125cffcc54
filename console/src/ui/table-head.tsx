import { ArrowDown } from '@phosphor-icons/react/dist/csr/ArrowDown'
import { ArrowUp } from '@phosphor-icons/react/dist/csr/ArrowUp'
import { useText } from '../lib/i18n'
import { Checkbox } from './checkbox'
import { cx } from './cx'
import { type Column, columnLook, type Selection, type Sorting } from './table-parts'

interface TableHeadProps<Row, Sort extends string> {
  readonly columns: readonly Column<Row, Sort>[]
  readonly keys: readonly string[]
  readonly sorting: Sorting<Sort> | undefined
  readonly selection: Selection | undefined
}

const cell = 'sticky top-0 z-[1] h-(--h-head) border-rule-2 bg-paper text-12 font-mid text-ink-3'

export function TableHead<Row, Sort extends string>(props: TableHeadProps<Row, Sort>) {
  const { columns, keys, sorting, selection } = props
  const t = useText()
  return (
    <thead>
      <tr>
        {selection && (
          <th scope="col" className={cx(cell, 'w-10 border-b text-start')}>
            <SelectAll keys={keys} selection={selection} label={t('ui:selectAll')} />
          </th>
        )}
        {columns.map((column) => (
          <th
            key={column.id}
            scope="col"
            aria-sort={directionOf(column, sorting)}
            style={{ width: column.width }}
            className={cx(cell, columnLook(column))}
          >
            {column.quietHead ? (
              <span className="sr-only">{column.head}</span>
            ) : column.sorts && sorting ? (
              <SortButton head={column.head} sorts={column.sorts} number={column.number} sorting={sorting} />
            ) : (
              <span className="cut block">{column.head}</span>
            )}
          </th>
        ))}
      </tr>
    </thead>
  )
}

interface SortButtonProps<Sort extends string> {
  readonly head: string
  readonly sorts: readonly [Sort, Sort]
  readonly number: boolean | undefined
  readonly sorting: Sorting<Sort>
}

function SortButton<Sort extends string>({ head, sorts, number, sorting }: SortButtonProps<Sort>) {
  const sorted = sorts.includes(sorting.value)
  const Arrow = sorting.value.startsWith('-') ? ArrowDown : ArrowUp
  return (
    <button
      type="button"
      onClick={() => sorting.onChange(sorting.value === sorts[0] ? sorts[1] : sorts[0])}
      className={cx(
        'inline-flex h-7 max-w-full items-center gap-1 rounded-1 hover:text-ink',
        number && 'flex-row-reverse',
        sorted && 'font-head text-ink',
      )}
    >
      <span className="cut">{head}</span>
      {sorted && <Arrow size={12} weight="bold" aria-hidden />}
    </button>
  )
}

function SelectAll(props: { keys: readonly string[]; selection: Selection; label: string }) {
  const { keys, selection, label } = props
  const chosen = keys.filter((key) => selection.selected.has(key)).length
  return (
    <Checkbox
      label={label}
      checked={keys.length > 0 && chosen === keys.length}
      some={chosen > 0 && chosen < keys.length}
      disabled={keys.length === 0}
      onChange={(all) => selection.onChange(new Set(all ? keys : []))}
    />
  )
}

function directionOf<Row, Sort extends string>(
  column: Column<Row, Sort>,
  sorting: Sorting<Sort> | undefined,
) {
  if (!column.sorts || !sorting) return undefined
  if (!column.sorts.includes(sorting.value)) return 'none'
  return sorting.value.startsWith('-') ? 'descending' : 'ascending'
}
