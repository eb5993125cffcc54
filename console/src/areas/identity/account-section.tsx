import { type ReactNode, useId } from 'react'

interface AccountSectionProps {
  readonly title: string
  /** Explains the section in one sentence. */
  readonly about: string
  readonly children: ReactNode
}

/** A section of the account page: its name on the left and its rows on the right. */
export function AccountSection({ title, about, children }: AccountSectionProps) {
  const id = useId()
  return (
    <section
      aria-labelledby={id}
      className="grid gap-x-9 gap-y-4 border-t border-rule py-7 md:grid-cols-[232px_minmax(0,1fr)]"
    >
      <header>
        <h2 id={id} className="text-14 font-head">
          {title}
        </h2>
        <p className="mt-1 text-12 text-pretty text-ink-3">{about}</p>
      </header>
      <div className="min-w-0">{children}</div>
    </section>
  )
}

interface AccountRowProps {
  readonly icon?: ReactNode
  readonly title: ReactNode
  readonly children: ReactNode
  /** Buttons at the end of the row. */
  readonly actions?: ReactNode
  /** The element: `li` inside a list. */
  readonly as?: 'div' | 'li'
}

/** One row of a section with its actions. */
export function AccountRow({ icon, title, children, actions, as: Row = 'div' }: AccountRowProps) {
  return (
    <Row className="flex items-center gap-3 border-b border-rule py-3 first:pt-0 last:border-b-0 last:pb-0 max-sm:flex-wrap">
      {icon !== undefined && <span className="shrink-0 self-start pt-0.5 text-ink-3">{icon}</span>}
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-center gap-x-2 font-mid text-ink">{title}</div>
        <div className="text-12 text-pretty text-ink-3">{children}</div>
      </div>
      {actions !== undefined && <div className="flex shrink-0 gap-2">{actions}</div>}
    </Row>
  )
}
