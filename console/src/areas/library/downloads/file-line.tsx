import type { ReactNode } from 'react'

interface FileLineProps {
  readonly name: string
  readonly note: ReactNode
  /** The row's buttons. */
  readonly children: ReactNode
}

export function FileLine({ name, note, children }: FileLineProps) {
  return (
    <li className="flex min-h-14 items-center gap-3 border-b border-rule py-2 last:border-0">
      <span className="min-w-0 flex-1">
        <span className="block font-mid text-ink">{name}</span>
        <span className="tabular flex flex-wrap gap-x-2 text-12 text-ink-3" aria-live="polite">
          {note}
        </span>
      </span>
      {children}
    </li>
  )
}
