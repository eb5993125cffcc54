import type { ReactNode } from 'react'

interface BarRowProps {
  readonly name: string
  readonly value: ReactNode
  /** Length relative to the longest bar, from 0 to 1. */
  readonly share: number
}

/** A row of a list of dimension values: name, value and a bar. */
export function BarRow({ name, value, share }: BarRowProps) {
  return (
    <li className="border-b border-rule py-1.5">
      <span className="flex items-baseline justify-between gap-3 text-13">
        <bdi className="truncate" title={name}>
          {name}
        </bdi>
        <bdi className="tabular text-ink-2">{value}</bdi>
      </span>
      <span
        aria-hidden
        className="mt-1 block h-1 rounded-1 bg-act"
        style={{ width: `${Math.max(1, 100 * share)}%` }}
      />
    </li>
  )
}
