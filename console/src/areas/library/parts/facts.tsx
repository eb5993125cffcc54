import type { ReactNode } from 'react'

export interface Fact {
  readonly name: string
  readonly value: ReactNode
}

/** A list of names and values. */
export function Facts({ facts }: { readonly facts: readonly Fact[] }) {
  return (
    <dl className="pt-2">
      {facts.map(({ name, value }) => (
        <div key={name} className="flex gap-3 py-[5px]">
          <dt className="w-24 shrink-0 text-ink-3">{name}</dt>
          <dd className="min-w-0 flex-1 text-ink wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
