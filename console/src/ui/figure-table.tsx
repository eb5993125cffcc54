import type { ReactNode } from 'react'
import { cx } from './cx'

interface FigureTableProps {
  readonly label: string
  /** Headers of the first column and of the columns with numbers. */
  readonly heads: readonly { readonly key: string; readonly name: string }[]
  readonly rows: readonly { readonly key: string | number; readonly cells: readonly ReactNode[] }[]
  readonly className?: string
}

/** A part that scrolls takes focus, so that keys scroll it (WCAG 2.1.1). */
const scrollPart = { role: 'group', tabIndex: 0 } as const

/** The figures of a chart in numbers. */
export function FigureTable({ label, heads, rows, className = 'max-h-60' }: FigureTableProps) {
  return (
    <div {...scrollPart} className={cx('overflow-auto border-y border-rule-2', className)}>
      <table aria-label={label} className="w-full text-12">
        <thead>
          <tr className="text-ink-3 *:sticky *:top-0 *:bg-paper *:py-1.5 *:font-mid">
            {heads.map(({ key, name }, n) => (
              <th key={key} scope="col" className={n === 0 ? 'text-start' : 'ps-4 text-right'}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, cells }) => (
            <tr key={key} className="*:border-t *:border-rule *:py-1">
              {heads.map((head, n) => (
                <td key={head.key} className={cx('tabular', n > 0 && 'ps-4 text-right')}>
                  {cells[n]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
