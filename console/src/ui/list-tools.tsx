import type { ReactNode } from 'react'

/** The row above a list: search and filters. */
export function ListTools({ children }: { readonly children: ReactNode }) {
  return <div className="flex flex-wrap items-center gap-2 py-2">{children}</div>
}
