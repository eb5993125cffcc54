import type { ReactNode } from 'react'

/** A line of a list of settings. */
export function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className="flex min-h-9 items-center gap-3 border-b border-rule">
      <dt className="w-24 shrink-0 text-ink-3">{name}</dt>
      <dd className="min-w-0 flex-1">{children}</dd>
    </div>
  )
}
