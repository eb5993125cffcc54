import type { ReactNode } from 'react'
import { Skeleton } from './skeleton'

interface PhoneListProps<Row extends { readonly id: string }> {
  readonly label: string
  /** Undefined while the first page is loading. */
  readonly items: readonly Row[] | undefined
  /** Replaces the plain skeleton. */
  readonly skeleton?: ReactNode
  /** The content of a row: image, text, menu. */
  readonly children: (item: Row) => ReactNode
}

/** A list on a phone. */
export function PhoneList<Row extends { readonly id: string }>(props: PhoneListProps<Row>) {
  const { label, items, skeleton, children } = props
  if (!items) return skeleton ?? <PlainSkeleton />
  return (
    <ul aria-label={label} className="-mx-4 border-t border-rule">
      {items.map((item) => (
        <li key={item.id} className="relative flex items-start gap-3 border-b border-rule py-2.5 ps-4 pe-1">
          {children(item)}
        </li>
      ))}
    </ul>
  )
}

function PlainSkeleton() {
  return (
    <div aria-busy className="flex flex-col gap-3 pt-2">
      {[0, 1, 2, 3].map((row) => (
        <Skeleton key={row} className="h-14 w-full" />
      ))}
    </div>
  )
}
